import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes `sw.js` with the list of all that was built, so that everything works offline after the first visit. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.map') && !isRare(name));
      const files = ['/', ...built.map((name) => `/${name}`), '/manifest.webmanifest', '/icon.svg'];
      const source = readFileSync(new URL('./src/service-worker.js', import.meta.url), 'utf8');
      const version = String(nameOf(files.join('\n')));
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(files)),
      });
    },
  };
}

/** Alphabets of the fonts that our languages do not use: fetched when a name needs them, kept from then on. */
function isRare(name: string): boolean {
  return /(cyrillic|greek|vietnamese|latin-ext)/.test(name);
}

/** A short name for a list of files whose own names already change with their contents. */
function nameOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash;
}

// Tables of others need a server: `HOUSE=http://localhost:8080 npm run dev` asks that one.
const house = process.env.HOUSE;
const proxy = house ? { '/api': { target: house, ws: true } } : {};

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
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
