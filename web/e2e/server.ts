/// A real server for the tests, with the pages in front of it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PreviewServer, preview } from 'vite';

const BINARY = process.env.LUDOTHEQUE_BIN ?? '../target/debug/ludotheque';

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export class Server {
  private process: ChildProcess | undefined;
  private readonly data = mkdtempSync(join(tmpdir(), 'ludotheque-e2e-'));

  private constructor(
    private readonly port: number,
    private readonly metricsPort: number,
    private pages: PreviewServer | undefined,
    /** The address of the pages. */
    readonly address: string,
  ) {}

  /** Starts a server with nothing on it, and the pages as they were built last. */
  static async open(): Promise<Server> {
    const [port, metricsPort, front] = [await freePort(), await freePort(), await freePort()];
    const proxy = { '/api': { target: `http://127.0.0.1:${port}`, ws: true } };
    const pages = await preview({
      logLevel: 'silent',
      preview: { port: front, strictPort: true, host: '127.0.0.1', proxy },
    });
    const server = new Server(port, metricsPort, pages, `http://127.0.0.1:${front}`);
    await server.start();
    return server;
  }

  /** Starts the program, and waits until it answers. */
  async start(): Promise<void> {
    const listen = [
      '--listen',
      `127.0.0.1:${this.port}`,
      '--metrics-listen',
      `127.0.0.1:${this.metricsPort}`,
    ];
    this.process = spawn(BINARY, ['serve', ...listen, '--data', this.data], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (let tries = 0; tries < 150; tries++) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/healthz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${BINARY} does not answer`);
  }

  /** Runs another command of the program on what the server keeps, while it runs. */
  command(...words: string[]): string {
    return execFileSync(BINARY, [...words, '--data', this.data], { encoding: 'utf8' });
  }

  /** The metrics of the server. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
  }

  /** Stops the program with SIGTERM. */
  async stop(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (!process || process.exitCode !== null) return;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGTERM');
    await ended;
  }

  /** Nobody is reached any more, neither the program nor the pages. */
  async vanish(): Promise<void> {
    await this.stop();
    await this.pages?.close();
    this.pages = undefined;
  }

  async close(): Promise<void> {
    await this.vanish();
    rmSync(this.data, { recursive: true, force: true });
  }
}
