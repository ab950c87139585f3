/// A house of several nodes for the tests: three gateways, a worker and NATS on the PostgreSQL of `scripts/postgres.sh`, behind
/// a load balancer.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect as dial, type Server as Listener, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './server';

const BINARY = process.env.LUDOTHEQUE_BIN ?? '../target/debug/ludotheque';

/** Whether there is what such a house needs: `scripts/postgres.sh scripts/nats.sh npm run e2e`. */
export const available =
  process.env.LUDOTHEQUE_TEST_POSTGRES !== undefined && process.env.LUDOTHEQUE_TEST_NATS_SERVER !== undefined;

/** Passes connections on to the gateways in turn; one that does not accept is left out. */
class Balancer {
  /** The sockets of tables that each gateway serves. */
  readonly sockets = new Map<number, Set<Socket>>();
  private next = 0;
  private listener: Listener | undefined;

  constructor(private readonly gateways: number[]) {}

  async listen(): Promise<number> {
    const port = await freePort();
    this.listener = createServer((near) => this.pass(near, this.gateways.length));
    await new Promise<void>((resolve) => this.listener?.listen(port, '127.0.0.1', resolve));
    return port;
  }

  close(): void {
    this.listener?.close();
  }

  private pass(near: Socket, tries: number): void {
    near.on('error', () => near.destroy());
    const gateway = this.gateways[this.next++ % this.gateways.length];
    if (gateway === undefined || tries === 0) {
      near.destroy();
      return;
    }
    const far = dial(gateway, '127.0.0.1');
    far.once('error', () => this.pass(near, tries - 1));
    far.once('connect', () => {
      far.removeAllListeners('error');
      far.on('error', () => near.destroy());
      far.on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      near.on('data', (bytes: Buffer) => {
        if (bytes.includes('/socket HTTP/1.1')) this.note(gateway, near);
      });
      near.pipe(far);
      far.pipe(near);
    });
  }

  private note(gateway: number, near: Socket): void {
    const served = this.sockets.get(gateway) ?? new Set();
    this.sockets.set(gateway, served.add(near));
    near.on('close', () => served.delete(near));
  }
}

export class Cluster {
  private readonly folder = mkdtempSync(join(tmpdir(), 'ludotheque-e2e-cluster-'));
  private readonly gateways = new Map<number, ChildProcess>();
  private readonly others: ChildProcess[] = [];
  private balancer: Balancer | undefined;
  /** The address of the house. */
  address = '';

  static async open(): Promise<Cluster> {
    const cluster = new Cluster();
    const nats = await freePort();
    const store = ['--jetstream', '--store_dir', join(cluster.folder, 'nats')];
    cluster.start(process.env.LUDOTHEQUE_TEST_NATS_SERVER ?? '', [
      '--addr',
      '127.0.0.1',
      '--port',
      `${nats}`,
      ...store,
    ]);
    await answers(nats);
    const house = [
      '--database',
      process.env.LUDOTHEQUE_TEST_POSTGRES ?? '',
      '--nats',
      `nats://127.0.0.1:${nats}`,
    ];
    for (let number = 0; number < 3; number++) {
      const port = await freePort();
      const listen = ['--listen', `127.0.0.1:${port}`, '--behind-proxy', '--no-work'];
      const gateway = spawn(BINARY, ['serve', ...listen, ...house], { stdio: 'ignore' });
      cluster.gateways.set(port, gateway);
      await answers(port);
    }
    cluster.start(BINARY, ['work', '--workers', '1', ...house]);
    cluster.balancer = new Balancer([...cluster.gateways.keys()]);
    cluster.address = `http://127.0.0.1:${await cluster.balancer.listen()}`;
    return cluster;
  }

  /** Kills the gateway that serves the first table's socket, and says how many sockets it served. */
  killOneThatServes(): number {
    for (const [port, served] of this.balancer?.sockets ?? [])
      if (served.size > 0) {
        const count = served.size;
        this.gateways.get(port)?.kill('SIGKILL');
        return count;
      }
    throw new Error('no gateway serves a table');
  }

  close(): void {
    this.balancer?.close();
    for (const process of [...this.gateways.values(), ...this.others]) process.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private start(program: string, options: string[]): void {
    this.others.push(spawn(program, options, { stdio: 'ignore' }));
  }
}

/** Waits until something listens there. */
async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const listens = await new Promise<boolean>((resolve) => {
      const probe = dial(port, '127.0.0.1', () => {
        probe.destroy();
        resolve(true);
      });
      probe.once('error', () => resolve(false));
    });
    if (listens) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('a node does not answer');
}
