/// A static server that replaces one build of the pages by another, as a deployment does.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The mark in the file names of the second build. */
export const SECOND = '-second';

/** Copies the build in `web/dist`, and gives all its hashed files other names, as if their contents had changed. */
function makeSecondBuild(folder: string): void {
  cpSync('dist', folder, { recursive: true });
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).sort((one, other) => other.length - one.length);
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.\w+)$/, `${SECOND}$1`)]));
  for (const [name, other] of renamed) renameSync(join(assets, name), join(assets, other));
  const texts = [...renamed.values()].map((name) => join(assets, name));
  for (const path of [...texts, join(folder, 'index.html'), join(folder, 'sw.js')]) {
    if (!['.js', '.css', '.html'].includes(extname(path))) continue;
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replaceAll(/[\w.-]+\.(?:js|css|wasm|woff2?|svg|png)\b/g, (name) => renamed.get(name) ?? name),
    );
  }
}

export class Builds {
  private current = 'dist';
  /** How often the page itself was requested. */
  pageLoads = 0;

  private constructor(
    private readonly second: string,
    private readonly server: Server,
    readonly address: string,
  ) {}

  /** Starts a server of the first build. */
  static async open(): Promise<Builds> {
    const second = mkdtempSync(join(tmpdir(), 'ludotheque-build-'));
    makeSecondBuild(second);
    const server = createServer((request, response) => {
      const { status, type, body } = builds.answer(new URL(request.url ?? '/', 'http://localhost').pathname);
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const builds = new Builds(second, server, `http://127.0.0.1:${port}`);
    return builds;
  }

  /** Replaces the first build by the second. */
  deploy(): void {
    this.current = this.second;
  }

  /** Makes the second build incomplete: a page that needs the file can't be shown by any reload. */
  remove(pattern: RegExp): void {
    const assets = join(this.second, 'assets');
    for (const name of readdirSync(assets)) if (pattern.test(name)) rmSync(join(assets, name));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    rmSync(this.second, { recursive: true, force: true });
  }

  private answer(path: string): { status: number; type: string; body: Buffer | string } {
    const isPage = !extname(path) && !path.startsWith('/api/');
    if (isPage) this.pageLoads++;
    const file = isPage ? '/index.html' : path;
    try {
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      return { status: 200, type, body: readFileSync(join(this.current, file)) };
    } catch {
      return { status: 404, type: 'text/plain', body: 'not found' };
    }
  }
}
