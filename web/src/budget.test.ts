import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const dist = new URL('../dist/', import.meta.url);
const built = existsSync(new URL('index.html', dist));
const gzip = (path: string) => gzipSync(readFileSync(new URL(path, dist))).length;

const games = new URL('../../games/', import.meta.url);
const inSpace = readdirSync(games).filter((game) => existsSync(new URL(`${game}/web/scene`, games)));

/** Kilobytes that a file may have: scenes in space, and wood that behaves, are large, and loaded when they are needed. */
function most(name: string): number {
  if (name.endsWith('.wasm')) return inSpace.some((game) => name.startsWith(`${game}-`)) ? 1400 : 400;
  if (name.endsWith('.woff2')) return 60;
  return name.startsWith('Scene') ? 150 : 30;
}

/** All that a file leads to before anything is pressed. */
function first(): string[] {
  const page = readFileSync(new URL('index.html', dist), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  const fonts = readdirSync(new URL('assets/', dist)).filter((name) =>
    /-latin-wght-normal-.*woff2$/.test(name),
  );
  // The words of one language: the larger file.
  const words = readdirSync(new URL('assets/', dist))
    .filter((name) => /^(en|fr)-.*\.js$/.test(name))
    .sort((a, b) => gzip(`assets/${b}`) - gzip(`assets/${a}`))
    .slice(0, 1);
  return [...new Set(['index.html', ...named, ...[...fonts, ...words].map((name) => `assets/${name}`)])];
}

it.runIf(built)('loads little before the rules', () => {
  const sizes = Object.fromEntries(first().map((path) => [path, gzip(path)]));
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThan(120 * 1024);
});

it.runIf(built)('keeps each part small', () => {
  const files = readdirSync(new URL('assets/', dist));
  const large = files
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => ({ name, size: gzip(`assets/${name}`) }))
    .filter(({ name, size }) => size > most(name) * 1024);
  expect(large).toEqual([]);
});

it.runIf(built)('caches for offline only files that are there', () => {
  const worker = readFileSync(new URL('sw.js', dist), 'utf8');
  const listed = [...worker.matchAll(/"\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  expect(listed.length).toBeGreaterThan(50);
  expect(listed.filter((path) => !existsSync(new URL(path, dist)))).toEqual([]);
});
