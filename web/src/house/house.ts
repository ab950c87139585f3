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
import type { FromWorker, ToWorker } from './worker';

/** What each question is answered with. */
export interface Answers {
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

/** The rules of each game, in a file of their own: nobody waits for wood who came for pawns. */
const files = import.meta.glob<string>('../generated/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
const compiled = new Map<string, Promise<WebAssembly.Module>>();

async function load(game: string): Promise<WebAssembly.Module> {
  const file = files[`../generated/${game}.wasm`];
  if (!file) throw new Error(`there is no game ${game}`);
  const response = await fetch(file);
  return WebAssembly.compile(await response.arrayBuffer());
}

function compile(game: string): Promise<WebAssembly.Module> {
  const known = compiled.get(game);
  if (known) return known;
  const module = load(game).catch((error) => {
    compiled.delete(game);
    throw error;
  });
  compiled.set(game, module);
  return module;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  report: ((value: unknown) => void) | undefined;
}

/** One worker with the rules of a game in it; it starts with the first question. */
export class House {
  constructor(private readonly game: string) {}

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
    const module = await compile(this.game);
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

/** Workers for one purpose, one for each game that is asked about. */
class Houses {
  private open = new Map<string, House>();

  of(game: string): House {
    const house = this.open.get(game) ?? new House(game);
    this.open.set(game, house);
    return house;
  }
}

/** Answers at once: tables, legality, rulebooks. */
export const rules = new Houses();

/** Thinks for long: bots and analysis. Apart from the other, so that it may be cancelled. */
export const thinker = new Houses();

/** Moves what is in somebody's hand: apart from the others, so that nothing waits while wood falls. */
export const hands = new Houses();

/** The games of the house. */
export async function games(): Promise<GameOnShelf[]> {
  return (await import('../generated/shelf.json')).default;
}

/** The game of that id. */
export async function game(id: string): Promise<GameOnShelf | undefined> {
  return (await games()).find((other) => other.id === id);
}

/** The game of which a record says that it is; any will do to say what is wrong with one that names none. */
export async function gameOf(record: string): Promise<string> {
  const shelf = await games();
  const named = /^game: (.*)$/m.exec(record)?.[1]?.trim();
  return (shelf.find(({ id }) => id === named) ?? shelf[0])?.id ?? '';
}
