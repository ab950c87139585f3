/// Rulebooks as pages are built: Markdown becomes HTML once, its drawings SVG. A browser only shows them.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { compile } from 'svelte/compiler';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { write } from './write.ts';

const QUERY = '?rulebook';
const STYLE = 'rulebook-style.css';
const root = new URL('../../', import.meta.url).pathname;

/** The class of the styles of a drawing: the same wherever it is compiled. */
const cssHash = ({ hash, css }: { hash(text: string): string; css: string }) => `drawn-${hash(css)}`;

/** Answers `import book from 'RULES.fr.md?rulebook'` with a `Rulebook`, and loads the styles of its drawings. */
export function rulebooks(): Plugin {
  let starting: Promise<ViteDevServer> | undefined;
  /** Runs the drawings' components without a browser. */
  const renderer = () => {
    starting ??= createServer({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [
        svelte({ configFile: false, compilerOptions: { runes: true, dev: false, hmr: false, cssHash } }),
      ],
      resolve: { alias: { $board: join(root, 'src/board') }, dedupe: ['svelte'] },
      // One copy of Svelte, whichever folder a component lies in.
      ssr: { noExternal: true },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null, fs: { allow: ['..'] } },
      optimizeDeps: { noDiscovery: true },
      appType: 'custom',
    });
    return starting;
  };
  const stop = async () => {
    const server = await starting;
    starting = undefined;
    await server?.close();
  };

  return {
    name: 'rulebooks',
    enforce: 'pre',
    resolveId(id) {
      return id.startsWith(STYLE) ? `\0${id}` : null;
    },
    async load(id) {
      if (id.startsWith(`\0${STYLE}`)) {
        const drawing = drawingOf(id.split('?')[1] ?? '');
        return drawing ? stylesOf(await renderer(), drawing) : '';
      }
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      const folder = dirname(file);
      const game = basename(folder);
      const lang = /\.(fr|en)\.md$/.exec(file)?.[1] as 'fr' | 'en';
      this.addWatchFile(file);
      const path = drawingOf(folder);
      let draw = (source: string, _: string) => `<pre tabindex="0">${escaped(source)}</pre>`;
      let shapes = '';
      if (path) {
        const server = await renderer();
        const { render } = await server.ssrLoadModule('svelte/server');
        const load = async (name: string) =>
          existsSync(name) ? (await server.ssrLoadModule(name)).default : undefined;
        const [Diagram, Shapes] = await Promise.all([load(path), load(join(dirname(path), 'Shapes.svelte'))]);
        draw = (source, detail) => compact(render(Diagram, { props: { source, detail, lang } }).body);
        if (Shapes) shapes = compact(render(Shapes, {}).body);
      }
      const book = write(readFileSync(file, 'utf8'), game, { draw, shapes });
      const style = path ? `import ${JSON.stringify(`${STYLE}?${folder}`)};\n` : '';
      return `${style}export default ${JSON.stringify(book)};`;
    },
    buildEnd: stop,
    closeBundle: stop,
  };
}

/** The component that draws the pictures of a game's rulebook. */
function drawingOf(folder: string): string | null {
  const path = join(folder, 'web/Diagram.svelte');
  return existsSync(path) ? path : null;
}

/** The styles of a component and of all those that it draws with. */
function stylesOf(server: ViteDevServer, path: string): string {
  const seen = new Set<string>();
  const visit = (file: string) => {
    const found = server.environments.ssr.moduleGraph.getModulesByFile(file);
    for (const node of found ?? []) {
      if (!node.file || seen.has(node.file)) continue;
      seen.add(node.file);
      for (const next of node.importedModules) if (next.file) visit(next.file);
    }
  };
  visit(path);
  visit(join(dirname(path), 'Shapes.svelte'));
  return [...seen]
    .filter((file) => file.endsWith('.svelte'))
    .map((filename) => {
      const options = { filename, generate: 'client', css: 'external', runes: true, cssHash } as const;
      return compile(readFileSync(filename, 'utf8'), options).css?.code ?? '';
    })
    .join('\n');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** HTML without the comments and the space that only a browser that takes it over would need. */
function compact(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, '')
    .replace(/>\s+</g, '><')
    .replace(/(\d\.\d\d)\d+/g, '$1');
}
