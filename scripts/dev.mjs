#!/usr/bin/env node
// The pages with hot reload, and a house behind them: `make dev`.
// Vite sees what changes in the pages. When Rust or a rulebook changes, the rules of the pages and the house are built
// again, the pages reload, and the house starts again: it loses nothing.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const house = process.env.HOUSE ?? 'http://127.0.0.1:8080';
const environment = { ...process.env, HOUSE: house };

/** Starts a program that writes to this terminal. */
function start(command, ...parameters) {
  return spawn(command, parameters, { cwd: root, env: environment, stdio: 'inherit' });
}

/** Runs a program to its end; whether it succeeded. */
function run(command, ...parameters) {
  return new Promise((resolve) => {
    start(command, ...parameters)
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0));
  });
}

let server;
async function open() {
  if (server && server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  server = start('target/debug/ludotheque', 'serve', '--listen', new URL(house).host);
}

// A change while something is built is built afterwards.
let building = false;
let waiting = false;
async function build() {
  waiting = true;
  if (building) return;
  building = true;
  while (waiting) {
    waiting = false;
    const began = Date.now();
    const [rules, program] = await Promise.all([
      run('scripts/web.sh', 'wasm'),
      run('cargo', 'build', '--quiet', '--package', 'ludotheque'),
    ]);
    if (program) await open();
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(rules && program ? `dev: built in ${seconds} s` : 'dev: not built; waiting for a change');
  }
  building = false;
}

await build();
const pages = spawn('npm', ['run', 'dev', '--', '--clearScreen', 'false'], {
  cwd: join(root, 'web'),
  env: environment,
  stdio: 'inherit',
});
let soon;
for (const folder of ['crates', 'games']) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (!/(\.rs|\.toml|RULES\.\w+\.md|\.txt|lesson\.json)$/.test(name ?? '') || /(^|\/)web\//.test(name))
      return;
    clearTimeout(soon);
    soon = setTimeout(build, 100);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    pages.kill('SIGTERM');
    server?.kill('SIGTERM');
    process.exit();
  });
}
