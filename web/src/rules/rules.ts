/// Clients of the Web Workers that run the rules: each request is a promise.
import type {
  Answers,
  GameHistory,
  Refusal,
  Setup,
  Step,
  WorkerAnswer,
  WorkerRequest,
} from '../generated/protocol';
import { onMissingFile } from '../outdated';
import { commonLength } from './steps';
import type { FromWorker, ToWorker } from './worker';

/** A game from its beginning, with all its steps. The client sends the worker only what differs from the last one. */
export interface History {
  game: string;
  setup: Setup;
  /** The position in notation at which it began, if not the opening. */
  position: string | null;
  steps: Step[];
}

/** The arguments of a request; a game is given with all its steps. */
export type Arguments<K extends WorkerRequest['ask']> = {
  [A in keyof Omit<Extract<WorkerRequest, { ask: K }>, 'ask'>]: A extends 'history'
    ? History
    : Extract<WorkerRequest, { ask: K }>[A];
};

/** The rules, or the server, refused something. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.article ?? refusal.code);
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

async function startWorker(game: string): Promise<Worker> {
  const module = await compile(game);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  // Errors of the rules are answers: this event means that the script can't be loaded.
  worker.onerror = onMissingFile;
  worker.postMessage({ module } satisfies ToWorker);
  return worker;
}

interface PendingRequest {
  request: Request;
  /** How many steps of the last history it told the worker to keep. */
  kept: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
  onReport: ((value: unknown) => void) | undefined;
}

/** A request whose history, if it has one, has all its steps. */
interface Request {
  ask: WorkerRequest['ask'];
  history?: History;
}

/** A running worker, and the history that it keeps: the last one it was sent, if it could read it. */
interface RunningWorker {
  worker: Worker;
  sent: History | null;
}

/** A worker that runs the rules of one game. It starts with the first request. */
export class RulesWorker {
  private running: Promise<RunningWorker> | undefined;
  private pending = new Map<number, PendingRequest>();
  private lastId = 0;

  constructor(
    private readonly game: string,
    private readonly start: (game: string) => Promise<Worker> = startWorker,
  ) {}

  /** Sends a request. Rejects with `Refused` on a refusal. `onReport` receives intermediate results. */
  async ask<K extends WorkerRequest['ask']>(
    ask: K,
    args: Arguments<K>,
    onReport?: (value: unknown) => void,
  ): Promise<Answers[K]> {
    this.running ??= this.run();
    const started = this.running;
    const running = await started;
    if (this.running !== started) throw new Cancelled();
    return new Promise((resolve, reject) => {
      const request: Request = { ...args, ask };
      this.post(running, {
        request,
        kept: 0,
        resolve: resolve as (value: unknown) => void,
        reject,
        onReport,
      });
    });
  }

  /**
   * Downloads the rules and starts the worker, so that the first request finds it ready. Never rejects: whoever asks next
   * tries again, and is told.
   */
  async warm(): Promise<void> {
    this.running ??= this.run();
    await this.running.catch(() => {});
  }

  /** Terminates the worker and rejects its pending requests with `Cancelled`; the next request starts another. */
  cancel(): void {
    const { running } = this;
    this.running = undefined;
    void running?.then(({ worker }) => worker.terminate());
    for (const { reject } of this.pending.values()) reject(new Cancelled());
    this.pending.clear();
  }

  private async run(): Promise<RunningWorker> {
    const worker = await this.start(this.game).catch((error) => {
      // The next request starts another.
      this.running = undefined;
      throw error;
    });
    const running: RunningWorker = { worker, sent: null };
    running.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(running, data);
    return running;
  }

  /** Posts a request, its history relative to the last one. */
  private post(running: RunningWorker, pending: PendingRequest): void {
    const id = ++this.lastId;
    const { history } = pending.request;
    const encoded = history && relativeTo(running.sent, history);
    pending.kept = encoded?.keep ?? 0;
    if (history) running.sent = history;
    this.pending.set(id, pending);
    const request = (encoded
      ? { ...pending.request, history: encoded }
      : pending.request) as unknown as WorkerRequest;
    running.worker.postMessage({ id, request } satisfies ToWorker);
  }

  private receive(running: RunningWorker, message: FromWorker): void {
    const pending = this.pending.get(message.id);
    if (!pending) return;
    if ('report' in message) {
      pending.onReport?.(message.report);
      return;
    }
    this.pending.delete(message.id);
    const { answer } = message;
    if ('ok' in answer) {
      pending.resolve(answer.ok);
      return;
    }
    const { request, kept } = pending;
    // The worker forgets a game that it can't open or replay. After a refusal that is so only if it had to open it.
    const forgotten = request.history && ('failed' in answer || kept === 0);
    if (forgotten) running.sent = null;
    // The steps to keep may have been lost with an earlier request: once more with all of them.
    if (forgotten && kept > 0) this.post(running, pending);
    else pending.reject(errorOf(answer));
  }
}

function errorOf(answer: Exclude<WorkerAnswer, { ok: unknown }>): Error {
  return 'refused' in answer ? new Refused(answer.refused) : new Error(answer.failed);
}

/** A history relative to the one that the worker keeps. */
function relativeTo(sent: History | null, history: History): GameHistory {
  const { game, setup, position, steps } = history;
  const keep = sent && isSameStart(sent, history) ? commonLength(steps, sent.steps) : 0;
  return { game, setup, position, keep, added: steps.slice(keep) };
}

function isSameStart(one: History, other: History): boolean {
  return (
    one.game === other.game &&
    one.position === other.position &&
    one.setup.seats === other.setup.seats &&
    JSON.stringify(Object.entries(one.setup.options).sort()) ===
      JSON.stringify(Object.entries(other.setup.options).sort())
  );
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

/** Workers for short requests: tables, legality, rulebooks. */
export const rules = new WorkerPool();

/** Workers for long searches: bots and analysis. Separate from `rules`, so that a search can be cancelled. */
export const engines = new WorkerPool();

/** Workers that simulate what a hand does. Separate from the others, so that no other request delays a movement. */
export const rehearsals = new WorkerPool();
