/// Clients of the Web Workers that run the rules: each query is a promise.
import type {
  Ask,
  Attempted,
  BadRecord,
  Frame,
  Loaded,
  Refusal,
  Rehearsed,
  Told as Step,
  Text,
  Thought,
} from '../generated/house';
import { onMissingFile } from '../outdated';
import type { FromWorker, ToWorker } from './worker';

/** The type of the answer to each query. */
export interface Answers {
  rulebook: Text;
  open: number;
  load: Loaded;
  close: null;
  frame: Frame;
  told: Step[];
  act: null;
  say: null;
  tick: number | null;
  record: string;
  past: Frame;
  attempt: Attempted;
  position: string;
  rehearse: boolean;
  feed: Rehearsed;
  model: unknown;
  choose: string;
  analyse: Thought | null;
}

/** The arguments of a query. */
export type Arguments<K extends Ask['ask']> = Omit<Extract<Ask, { ask: K }>, 'ask'>;

/** The rules, or the server, refused something. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.article ?? refusal.kind);
  }
}

/** A record can't be parsed. */
export class UnreadableRecord extends Error {
  constructor(readonly record: BadRecord) {
    super(`${record.line}: ${record.problem}`);
  }
}

/** The worker was terminated before it answered. */
export class Cancelled extends Error {}

/** The WebAssembly file of each game: a page downloads only those of the games that it shows. */
const files = import.meta.glob<string>('../generated/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
const compiled = new Map<string, Promise<WebAssembly.Module>>();

async function download(game: string): Promise<WebAssembly.Module> {
  const file = files[`../generated/${game}.wasm`];
  if (!file) throw new Error(`there is no game ${game}`);
  const response = await fetch(file);
  if (!response.ok) {
    onMissingFile();
    throw new Error(`cannot load ${file}: ${response.status}`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The compiled module of a game, shared by all its workers. A failed download is tried again by the next caller. */
function compile(game: string): Promise<WebAssembly.Module> {
  const known = compiled.get(game);
  if (known) return known;
  const module = download(game).catch((error) => {
    compiled.delete(game);
    throw error;
  });
  compiled.set(game, module);
  return module;
}

interface PendingQuery {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onReport: ((value: unknown) => void) | undefined;
}

/** A worker that runs the rules of one game. It starts with the first query. */
export class RulesWorker {
  constructor(private readonly game: string) {}

  private worker: Promise<Worker> | undefined;
  private pending = new Map<number, PendingQuery>();
  private lastId = 0;

  /** Sends a query. Rejects with `Refused` on a refusal. `onReport` receives intermediate results. */
  async ask<K extends Ask['ask']>(
    query: K,
    args: Arguments<K>,
    onReport?: (value: unknown) => void,
  ): Promise<Answers[K]> {
    this.worker ??= this.start();
    const worker = await this.worker;
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject, onReport });
      const message = { id, ask: { ask: query, ...args } as unknown as Ask } satisfies ToWorker;
      worker.postMessage(message);
    });
  }

  /** Terminates the worker and rejects its pending queries with `Cancelled`; the next query starts another. */
  cancel(): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.then((stopped) => stopped.terminate());
    for (const { reject } of this.pending.values()) reject(new Cancelled());
    this.pending.clear();
  }

  private async start(): Promise<Worker> {
    const module = await compile(this.game);
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    // Errors of the rules are answers: this event means that the script can't be loaded.
    worker.onerror = onMissingFile;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.postMessage({ module } satisfies ToWorker);
    return worker;
  }

  private receive(message: FromWorker): void {
    const query = this.pending.get(message.id);
    if (!query) return;
    if ('report' in message) {
      query.onReport?.(message.report);
      return;
    }
    this.pending.delete(message.id);
    const { answer } = message;
    if ('ok' in answer) query.resolve(answer.ok);
    else if ('refused' in answer) query.reject(new Refused(answer.refused));
    else if ('bad_record' in answer) query.reject(new UnreadableRecord(answer.bad_record));
    else query.reject(new Error(answer.failed));
  }
}

/** The workers for one purpose, one for each game. */
class WorkerPool {
  private workers = new Map<string, RulesWorker>();

  of(game: string): RulesWorker {
    const worker = this.workers.get(game) ?? new RulesWorker(game);
    this.workers.set(game, worker);
    return worker;
  }
}

/** Workers for short queries: tables, legality, rulebooks. */
export const rules = new WorkerPool();

/** Workers for long searches: bots and analysis. Separate from `rules`, so that a search can be cancelled. */
export const engines = new WorkerPool();

/** Workers that simulate what a hand does. Separate from the others, so that no other query delays a movement. */
export const rehearsals = new WorkerPool();
