/// The rules as the page asks them: every question is a promise.
import type {
  Ask,
  Attempted,
  BadRecord,
  Frame,
  GameOnShelf,
  Loaded,
  Refusal,
  Rehearsed,
  Text,
  Thought,
  Told,
} from '../generated/house';
import wasm from '../generated/house.wasm?url';
import type { FromWorker, ToWorker } from './worker';

/** What each question is answered with. */
export interface Answers {
  games: GameOnShelf[];
  rulebook: Text;
  open: number;
  load: Loaded;
  close: null;
  frame: Frame;
  told: Told[];
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

export type Question<K extends Ask['ask']> = Omit<Extract<Ask, { ask: K }>, 'ask'>;

/** The table refused. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.article ?? refusal.kind);
  }
}

/** A record that can't be read. */
export class Unreadable extends Error {
  constructor(readonly record: BadRecord) {
    super(`${record.line}: ${record.problem}`);
  }
}

/** Whoever waited for a worker that was stopped. */
export class Cancelled extends Error {}

let compiled: Promise<WebAssembly.Module> | undefined;

function compile(): Promise<WebAssembly.Module> {
  compiled ??= fetch(wasm)
    .then(async (response) => WebAssembly.compile(await response.arrayBuffer()))
    .catch((error) => {
      compiled = undefined;
      throw error;
    });
  return compiled;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  report: ((value: unknown) => void) | undefined;
}

/** One worker with the rules in it; it starts with the first question. */
export class House {
  private worker: Promise<Worker> | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  /** Asks; a refusal is thrown as `Refused`. `report` hears what is found before the answer. */
  async ask<K extends Ask['ask']>(
    ask: K,
    question: Question<K>,
    report?: (value: unknown) => void,
  ): Promise<Answers[K]> {
    this.worker ??= this.start();
    const worker = await this.worker;
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, report });
      const message = { id, ask: { ask, ...question } as unknown as Ask } satisfies ToWorker;
      worker.postMessage(message);
    });
  }

  /** Stops whatever is being worked out; the next question starts afresh. */
  cancel(): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.then((stopped) => stopped.terminate());
    for (const { reject } of this.waiting.values()) reject(new Cancelled());
    this.waiting.clear();
  }

  private async start(): Promise<Worker> {
    const module = await compile();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.postMessage({ module } satisfies ToWorker);
    return worker;
  }

  private hear(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    if ('report' in message) {
      waiting.report?.(message.report);
      return;
    }
    this.waiting.delete(message.id);
    const { answer } = message;
    if ('ok' in answer) waiting.resolve(answer.ok);
    else if ('refused' in answer) waiting.reject(new Refused(answer.refused));
    else if ('bad_record' in answer) waiting.reject(new Unreadable(answer.bad_record));
    else waiting.reject(new Error(answer.failed));
  }
}

/** Answers at once: tables, legality, rulebooks. */
export const rules = new House();

/** Thinks for long: bots and analysis. Apart from the other, so that it may be cancelled. */
export const thinker = new House();

/** Moves what is in somebody's hand: apart from the others, so that nothing waits while wood falls. */
export const hands = new House();

let shelf: Promise<GameOnShelf[]> | undefined;

/** The games of the house. */
export function games(): Promise<GameOnShelf[]> {
  shelf ??= rules.ask('games', {}).catch((error) => {
    shelf = undefined;
    throw error;
  });
  return shelf;
}

/** The game of that id. */
export async function game(id: string): Promise<GameOnShelf | undefined> {
  return (await games()).find((other) => other.id === id);
}
