import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { rulebooks } from './src/rulebook/plugin.ts';

/** Writes `sw.js` with the list of all built files, which the service worker caches. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // After the chunks of styles alone are gone: a file that is not there can't be cached.
      order: 'post',
      handler(_, bundle) {
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        if (!entry) throw new Error('the build has no entry chunk');
        const built = Object.keys(bundle).filter((name) => !name.endsWith('.map') && !isRareFont(name));
        const files = ['/', ...built.map((name) => `/${name}`), '/manifest.webmanifest', '/icon.svg'];
        const source = readFileSync(new URL('./src/service-worker.js', import.meta.url), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          // `src/main.ts` knows the same name from the address of its own chunk.
          source: source
            .replace('__BUILD__', `/${entry.fileName}`)
            .replace('__FILES__', JSON.stringify(files)),
        });
      },
    },
  };
}

/** Writes `NAME.br` and `NAME.gz` beside every built file that is worth it: the server compresses no file itself. */
function compressed(): Plugin {
  let folder = '';
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const texts = names.filter((name) => /\.(js|css|html|svg|json|wasm|webmanifest)$/.test(name));
      const compress = async (name: string) => {
        const path = join(folder, name);
        const plain = readFileSync(path);
        const [small, smallest] = await Promise.all([
          promisify(gzip)(plain, { level: 9 }),
          promisify(brotliCompress)(plain, options),
        ]);
        if (small.length < plain.length) writeFileSync(`${path}.gz`, small);
        if (smallest.length < plain.length) writeFileSync(`${path}.br`, smallest);
      };
      await Promise.all(texts.map(compress));
    },
  };
}

/** Fonts of alphabets that our languages do not use: the browser fetches them when a name needs them. */
function isRareFont(name: string): boolean {
  return /(cyrillic|greek|vietnamese|latin-ext)/.test(name);
}

// Tables with other people need a server: `HOUSE=http://localhost:8080 npm run dev` proxies to that one.
const server = process.env.HOUSE;
const proxy = server ? { '/api': { target: server, ws: true } } : {};

export default defineConfig({
  plugins: [svelte(), rulebooks(), serviceWorker(), compressed()],
  build: { target: 'es2022', assetsInlineLimit: 1024, modulePreload: { polyfill: false } },
  // The boards live in the games' own folders.
  server: { fs: { allow: ['..'] }, proxy },
  preview: { proxy },
  resolve: {
    alias: { $board: new URL('./src/board', import.meta.url).pathname },
    dedupe: ['svelte', 'three', 'vitest'],
  },
  worker: { format: 'es' },
  test: { environment: 'node', include: ['src/**/*.test.ts', '../games/*/web/**/*.test.ts'] },
});
