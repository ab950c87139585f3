#!/usr/bin/env node
// Serves the built program (LUDOTHEQUE_BIN, or target/debug/ludotheque) as the files in deploy/ say: behind nginx and
// Caddy with TLS, with its own address for metrics, with a backup that can be restored, in a sandbox that is tight.
// nginx is taken from Debian's package without being installed; what is not there is not tested, and said so.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The certificate of the test is read when Node starts; a socket needs a flag in Node 20.
if (!process.env.DEPLOY_TEST_FOLDER) {
  const folder = mkdtempSync(join(tmpdir(), 'ludotheque-deploy-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const request = [
    'req',
    ...kind,
    '-subj',
    '/CN=localhost',
    '-addext',
    names,
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync('openssl', request, { stdio: 'ignore' });
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate, DEPLOY_TEST_FOLDER: folder };
  const done = spawnSync(
    process.execPath,
    ['--experimental-websocket', '--no-warnings', import.meta.filename],
    {
      stdio: 'inherit',
      env,
    },
  );
  rmSync(folder, { recursive: true, force: true });
  process.exit(done.status ?? 1);
}

const root = join(import.meta.dirname, '..');
const folder = process.env.DEPLOY_TEST_FOLDER;
const program = process.env.LUDOTHEQUE_BIN ?? join(root, 'target/debug/ludotheque');
const read = (path) => readFileSync(join(root, path), 'utf8');
const started = [];
let passed = 0;

function start(command, ...parameters) {
  const env = { RUST_LOG: 'warn', ...process.env };
  const child = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
  started.push(child);
  return child;
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until an address answers. */
async function answers(url) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

/** Notes that something holds. */
function holds(what) {
  passed += 1;
  console.log(`  ${what}`);
}

/** A visitor of the house at `https://…`, who opens a table and watches it by a socket. */
async function visit(base) {
  await answers(`${base}/healthz`);
  const me = await fetch(`${base}/api/me`);
  const cookie = me.headers.get('set-cookie');
  assert.match(cookie, /; Secure/, 'the cookie goes by TLS alone');
  assert.match(me.headers.get('strict-transport-security'), /max-age=/);
  const metrics = await (await fetch(`${base}/metrics`)).text();
  assert.doesNotMatch(metrics, /ludotheque_/, 'the metrics are not for visitors');
  const games = await (await fetch(`${base}/api/games`)).json();
  const headers = { cookie: cookie.split(';')[0], 'content-type': 'application/json', origin: base };
  const body = JSON.stringify({ game: games[0].id, seats: ['me', { screen: 'Bob' }], open: true });
  const opened = await fetch(`${base}/api/tables`, { method: 'POST', headers, body });
  assert.equal(opened.status, 200, await opened.clone().text());
  const { id } = await opened.json();
  const foreign = { ...headers, origin: 'https://elsewhere.example' };
  assert.equal((await fetch(`${base}/api/tables`, { method: 'POST', headers: foreign, body })).status, 403);

  const version = Number(me.headers.get('ludotheque-protocol'));
  const socket = new WebSocket(`${base.replace('https', 'wss')}/api/tables/${id}/socket`);
  const frame = await new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('the socket does not open'));
    socket.onclose = ({ reason }) => reject(new Error(`the socket was closed: ${reason}`));
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, do: 'enter', version }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'refused') reject(new Error(data));
      if (message.type === 'frame') resolve(message);
    };
  });
  assert.ok(frame, 'a frame arrives');
  socket.onclose = null;
  socket.close();
}

/** nginx from the path, or from Debian's package, unpacked. */
function findNginx() {
  for (const path of ['/usr/sbin/nginx', '/usr/bin/nginx', join(root, 'target/nginx/usr/sbin/nginx')]) {
    if (existsSync(path)) return path;
  }
  const place = join(root, 'target/nginx');
  mkdirSync(place, { recursive: true });
  const script = 'apt-get download -qq nginx && dpkg -x nginx_*.deb .';
  const done = spawnSync('sh', ['-c', script], { cwd: place, stdio: 'ignore' });
  const path = join(place, 'usr/sbin/nginx');
  return done.status === 0 && spawnSync(path, ['-v']).status === 0 ? path : null;
}

async function behindNginx(port) {
  const nginx = findNginx();
  if (!nginx) return console.log('  nginx is not here: deploy/nginx.conf was not tested');
  const [http, https] = [await freePort(), await freePort()];
  const site = read('deploy/nginx.conf')
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`)
    .replaceAll(/ *listen \[::\].*\n/g, '')
    .replaceAll('games.example.org', 'localhost')
    .replace(/ssl_certificate .*/, `ssl_certificate ${process.env.NODE_EXTRA_CA_CERTS};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${join(folder, 'key.pem')};`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, 'nginx.conf');
  const frame = `pid ${folder}/nginx.pid; error_log stderr; daemon off;\nevents {}\n`;
  writeFileSync(file, `${frame}http { access_log off; ${paths.join(' ')}\n${site}\n}\n`);
  execFileSync(nginx, ['-t', '-q', '-p', folder, '-c', file], { stdio: 'inherit' });
  start(nginx, '-p', folder, '-c', file);
  const base = `https://localhost:${https}`;
  await visit(base);
  const plain = await fetch(`http://localhost:${http}/box`, { redirect: 'manual' });
  assert.equal(plain.status, 301);
  assert.match(plain.headers.get('location'), /^https:/);
  holds(
    'behind nginx: pages, requests and a socket by TLS; plain HTTP is sent there; metrics are not reached',
  );
}

async function behindCaddy(port) {
  if (spawnSync('caddy', ['version']).status !== 0) {
    return console.log('  Caddy is not here: deploy/Caddyfile was not tested');
  }
  const https = await freePort();
  const certificate = `tls ${process.env.NODE_EXTRA_CA_CERTS} ${join(folder, 'key.pem')}`;
  const site = read('deploy/Caddyfile')
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace(/games\.example\.org \{/, `https://localhost:${https} {\n\t${certificate}`);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  started.push(spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env }));
  await visit(`https://localhost:${https}`);
  holds('behind Caddy: the same');
}

function backupAndRestore(data) {
  const backup = join(folder, 'house-1.db');
  execFileSync(program, ['backup', backup, '--data', data], { stdio: 'ignore' });
  const drill = execFileSync(join(root, 'deploy/restore-drill.sh'), [backup, program], { encoding: 'utf8' });
  assert.match(drill, /opens, and holds .*\d+ tables/, drill);
  holds('a backup is made while the house is open, and a house is opened from it');
}

function sandbox() {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    return console.log('  systemd is not here: the units were not rated');
  }
  for (const unit of ['ludotheque.service', 'ludotheque-backup.service']) {
    const rate = ['security', '--offline=true', '--threshold=20', '--no-pager', join(root, 'deploy', unit)];
    const rated = spawnSync('systemd-analyze', rate, { encoding: 'utf8' });
    const line = rated.stdout.split('\n').find((text) => text.includes('Overall exposure'));
    assert.equal(rated.status, 0, line ?? rated.stderr);
    holds(line.replace(/^\W+/, '').replace(/ [^\w.]*$/u, ''));
  }
}

try {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const data = join(folder, 'data');
  const listen = ['--listen', `127.0.0.1:${port}`, '--metrics-listen', `127.0.0.1:${metricsPort}`];
  start(program, 'serve', ...listen, '--data', data, '--behind-proxy', '--log', 'json');
  await answers(`http://127.0.0.1:${port}/healthz`);
  execFileSync(program, ['health', `http://127.0.0.1:${port}`], { stdio: 'ignore' });
  assert.notEqual(spawnSync(program, ['health', `http://127.0.0.1:${await freePort()}`]).status, 0);
  holds('ludotheque health tells a house that is well from none');
  await behindNginx(port);
  await behindCaddy(port);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(metrics, /^ludotheque_sockets \d+$/m);
  holds('the metrics are on an address of their own');
  backupAndRestore(data);
  sandbox();
  console.log(` ${passed} passed`);
} finally {
  for (const child of started.reverse()) child.kill('SIGTERM');
}
