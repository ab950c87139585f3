#!/usr/bin/env node
// What a release is made of besides our own code: sbom.cdx.json (CycloneDX) and THIRD-PARTY.txt (the licences).
//   node scripts/dependencies.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = process.argv[2];
if (!folder) throw new Error('usage: dependencies.mjs FOLDER');
const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Everything that can be reached from `start`, without it. */
function reachable(start, next) {
  const found = new Set(start);
  for (const one of found) for (const other of next(one)) found.add(other);
  for (const one of start) found.delete(one);
  return [...found];
}

/** The crates that the program is linked from: neither tests' nor those of build scripts alone. */
function crates() {
  const command = [
    'metadata',
    '--format-version=1',
    '--locked',
    '--filter-platform=x86_64-unknown-linux-gnu',
  ];
  const metadata = JSON.parse(execFileSync('cargo', command, { cwd: root, maxBuffer: 1 << 28 }));
  const packages = new Map(metadata.packages.map((one) => [one.id, one]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const program = metadata.packages.find((one) => one.name === 'ludotheque');
  const linked = (id) =>
    nodes
      .get(id)
      .deps.filter((dep) => dep.dep_kinds.some((kind) => kind.kind === null))
      .map((dep) => dep.pkg);
  const checksums = new Map(
    [...read('Cargo.lock').matchAll(/name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"/g)].map(
      ([, name, version, checksum]) => [`${name} ${version}`, { alg: 'SHA-256', content: checksum }],
    ),
  );
  return {
    version: program.version,
    crates: reachable([program.id], linked)
      .map((id) => packages.get(id))
      .filter((one) => one.source !== null)
      .map(({ name, version, license, manifest_path }) => ({
        name,
        version,
        license: license ?? 'unknown',
        purl: `pkg:cargo/${name}@${version}`,
        hash: checksums.get(`${name} ${version}`),
        folder: dirname(manifest_path),
      })),
  };
}

/** The packages that the pages import, and what these need. */
function npmPackages() {
  const { packages } = JSON.parse(read('web/package-lock.json'));
  const text = sources(['web/src', ...readdirSync(join(root, 'games')).map((game) => `games/${game}/web`)]);
  const imported = Object.keys(packages[''].devDependencies).filter(
    (name) => text.includes(`'${name}'`) || text.includes(`'${name}/`),
  );
  const tests = ['vitest', '@playwright/test'];
  const shipped = imported.filter((name) => !tests.includes(name));
  const needs = (name) => Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {});
  return [...shipped, ...reachable(shipped, needs)].map((name) => {
    const { version, license = 'unknown', integrity } = packages[`node_modules/${name}`];
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    return {
      name,
      version,
      license,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hash: { alg: 'SHA-512', content },
      folder: join(root, 'web/node_modules', name),
    };
  });
}

/** All sources below these folders, as one text. */
function sources(folders) {
  return folders
    .map((path) => join(root, path))
    .filter(existsSync)
    .flatMap((path) => readdirSync(path, { recursive: true }).map((name) => join(path, name)))
    .filter((path) => /\.(ts|js|svelte|css)$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** The texts of a package's licences, and its notices. */
function texts(one) {
  const names = existsSync(one.folder) ? readdirSync(one.folder) : [];
  return names
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name) && !name.endsWith('.rs'))
    .sort()
    .map((name) => join(one.folder, name))
    .flatMap((path) => {
      try {
        return [readFileSync(path, 'utf8').trim()];
      } catch {
        return []; // a folder
      }
    });
}

const { version, crates: linked } = crates();
const byName = (a, b) => (a.purl < b.purl ? -1 : 1);
const components = [...linked, ...npmPackages()].sort(byName);
const time = new Date(1000 * Number(process.env.SOURCE_DATE_EPOCH ?? 0)).toISOString();
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { timestamp: time, component: { type: 'application', name: 'ludotheque', version } },
  components: components.map(({ name, version, license, purl, hash }) => ({
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(hash ? { hashes: [hash] } : {}),
    // Older crates write a slash for OR.
    licenses: [{ expression: license.replaceAll('/', ' OR ') }],
    purl,
  })),
};
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);

// Many packages have the same text: it is written once, below the names of all.
const owners = new Map();
for (const one of components) {
  const own = texts(one);
  for (const text of own.length > 0 ? own : [`${one.license} (the package holds no text)`]) {
    owners.set(text, [...(owners.get(text) ?? []), `${one.name} ${one.version}`]);
  }
}
const line = '='.repeat(80);
const list = components.map(({ name, version, license }) => `${name} ${version}: ${license}`).join('\n');
const all = [...owners].map(([text, names]) => `${line}\n${names.join(', ')}\n\n${text}\n`).join('\n');
writeFileSync(
  join(folder, 'THIRD-PARTY.txt'),
  `What Ludothèque is built from, and under which licence.\n\n${list}\n\n${all}`,
);
console.log(`${components.length} packages of others, ${owners.size} texts of licences`);
