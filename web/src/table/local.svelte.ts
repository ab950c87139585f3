/// A table of this browser: people who share the screen, and bots.
import type {
  Attempted,
  ClockRule,
  Word as Declaration,
  Frame,
  Line as GameSteps,
  Loaded,
  Setup,
} from '../generated/house';
import { gameOfRecord } from '../rules/catalog';
import { Cancelled, engines, type RulesWorker, rules } from '../rules/rules';
import { encodeRecord, RECORD_PREFIX } from './record-link';
import { findStored, type StoredTable, storeTable } from './stored';
import type { Occupant, Table, TableState } from './table';

/** The least time between two actions of bots, in milliseconds, so that the player can follow them. */
const botDelay = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 120 : 450);

/** How long the strongest bots search, in milliseconds. */
const SEARCH_TIME = 1500;

/** A random seed for bots and Nature. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

/** A random id for a table. */
function randomId(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** Opens a table, stores it and returns its id. */
export async function openLocalTable(
  game: string,
  setup: Setup,
  clock: ClockRule,
  seats: Occupant[],
): Promise<string> {
  const seed = randomSeed();
  const worker = rules.of(game);
  const table = await worker.ask('open', { game, setup, clock, seed });
  const record = await recordOf(worker, table, seats, Date.now());
  await worker.ask('close', { table });
  const now = Date.now();
  const { options } = setup;
  const stored = {
    id: randomId(),
    game,
    options,
    seats,
    seed,
    record,
    started: now,
    changed: now,
    over: false,
  };
  storeTable(stored);
  return stored.id;
}

/** Stores the game of a record as a table and returns its id. Its seats are people of this screen. */
export async function openRecord(record: string): Promise<string> {
  const worker = rules.of(await gameOfRecord(record));
  const loaded = await worker.ask('load', { record, seed: 1 });
  const frame = await worker.ask('frame', { table: loaded.table, own: [], now: loaded.last });
  await worker.ask('close', { table: loaded.table });
  const seats = loaded.names.map((name): Occupant => ({ kind: 'person', name, present: true }));
  const started = Date.parse(loaded.started ?? '') || Date.now();
  const over = typeof frame.turn === 'object' && 'over' in frame.turn;
  const stored = {
    id: randomId(),
    game: loaded.game,
    options: loaded.setup.options,
    seats,
    seed: randomSeed(),
    record,
    started,
    changed: Date.now(),
    over,
  };
  storeTable(stored);
  return stored.id;
}

function recordOf(worker: RulesWorker, table: number, seats: Occupant[], started: number): Promise<string> {
  const names = seats.map((seat) => seat.name);
  return worker.ask('record', {
    table,
    names,
    started: new Date(started).toISOString().replace(/\.\d+/, ''),
  });
}

export class LocalTable implements Table {
  state: TableState;
  /** The number of the table in the worker. */
  private number: number;
  private stored: StoredTable;
  private rules: RulesWorker;
  private engine: RulesWorker;
  /** When the table started, by `performance.now()`. */
  private startedAt: number;
  private left = false;
  /** Counts the calls of `continueGame`: the answer of a bot to an earlier call is dropped. */
  private turns = 0;
  private timeoutTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(stored: StoredTable, loaded: Loaded, frame: Frame, steps: TableState['steps']) {
    this.stored = stored;
    this.rules = rules.of(stored.game);
    this.engine = engines.of(stored.game);
    this.number = loaded.table;
    // The clocks stand still while the table is not open.
    this.startedAt = performance.now() - loaded.last;
    const { id, game, seats, started } = stored;
    const table = { id, game, setup: loaded.setup, clock: loaded.clock, seats, started };
    this.state = $state.raw({
      seq: 0,
      table,
      frame,
      steps,
      received: performance.now(),
      thinking: [],
      connection: 'here',
    });
    void this.continueGame();
  }

  /** The table with that id, if it is stored in this browser. */
  static async load(id: string): Promise<LocalTable | undefined> {
    const stored = findStored(id);
    if (!stored) return undefined;
    const worker = rules.of(stored.game);
    const loaded = await worker.ask('load', {
      record: stored.record,
      seed: stored.seed + stored.record.length,
    });
    const own = people(stored.seats);
    const frame = await worker.ask('frame', { table: loaded.table, own, now: loaded.last });
    const steps = await worker.ask('told', { table: loaded.table, own, from: 0 });
    return new LocalTable(stored, loaded, frame, steps);
  }

  async act(seat: number, action: string): Promise<void> {
    const prompt = this.state.frame.prompts.find((prompt) => prompt.seat === seat)?.prompt ?? 0;
    await this.perform(seat, prompt, action);
  }

  async declare(seat: number, declaration: Declaration): Promise<void> {
    this.engine.cancel();
    try {
      await this.rules.ask('say', { table: this.number, seat, word: declaration, now: this.now() });
      await this.answerOffer(declaration);
      await this.refresh();
    } finally {
      // A cancelled bot starts again, also when nothing has changed.
      void this.continueGame();
    }
  }

  attempt(seat: number, action: string): Promise<Attempted> {
    return this.rules.ask('attempt', { line: this.withSteps(), seat, action });
  }

  past(steps: number): Promise<Frame> {
    return this.rules.ask('past', { line: this.withSteps(steps), own: people(this.stored.seats) });
  }

  /** No server has this table: the link holds the whole game. */
  async address(steps: number): Promise<string> {
    return `/table/${this.stored.id}?at=${steps}#${RECORD_PREFIX}${await encodeRecord(await this.record())}`;
  }

  /** Whether the game was continued on the server. */
  get isOnline(): boolean {
    return this.stored.online !== undefined;
  }

  /** Stores the id of the table on the server on which the game is continued. */
  continuedAt(online: string): void {
    this.stored = { ...this.stored, online };
    storeTable(this.stored);
  }

  record(): Promise<string> {
    return recordOf(this.rules, this.number, this.stored.seats, this.stored.started);
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timeoutTimer);
    this.engine.cancel();
    void this.rules.ask('close', { table: this.number });
  }

  private now(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  /** The game with its first `steps` steps, for queries. */
  private withSteps(steps = this.state.steps.length): GameSteps {
    const { game, setup } = this.state.table;
    return { game, setup, steps: this.state.steps.slice(0, steps) };
  }

  private async perform(seat: number, prompt: number, action: string): Promise<void> {
    await this.rules.ask('act', { table: this.number, seat, prompt, action, now: this.now() });
    await this.refresh();
    void this.continueGame();
  }

  /** Answers an offer for the other seats: take-backs are granted, and a bot agrees to a draw if it stands no better. */
  private async answerOffer(offer: Declaration): Promise<void> {
    if (offer !== 'take_back' && offer !== 'draw') return;
    const { asked, gone } = await this.rules.ask('frame', { table: this.number, own: [], now: this.now() });
    if (!asked) return;
    const others = this.stored.seats
      .map((_, seat) => seat)
      .filter((seat) => seat !== asked.by && !gone.includes(seat));
    for (const seat of others) {
      const bot = this.stored.seats[seat]?.kind === 'bot';
      // People at one screen agree to a take-back by voice; for a draw the page has buttons.
      if (!bot && offer === 'draw') continue;
      const agrees = offer === 'take_back' || (await this.wouldDraw(seat));
      await this.rules.ask('say', {
        table: this.number,
        seat,
        word: agrees ? 'agree' : 'decline',
        now: this.now(),
      });
      if (!agrees) return;
    }
  }

  private async wouldDraw(seat: number): Promise<boolean> {
    const thought = await this.engine.ask('analyse', {
      line: this.withSteps(),
      lines: 1,
      nodes: 20_000,
      millis: 800,
    });
    const chance = thought?.lines[0]?.chance ?? 0.5;
    return (thought?.seat === seat ? chance : 1 - chance) <= 0.5;
  }

  private async refresh(): Promise<void> {
    if (this.left) return;
    const own = people(this.stored.seats);
    const frame = await this.rules.ask('frame', { table: this.number, own, now: this.now() });
    const steps = await this.rules.ask('told', { table: this.number, own, from: 0 });
    this.state = {
      ...this.state,
      seq: this.state.seq + 1,
      frame,
      steps,
      received: performance.now(),
      thinking: [],
    };
    const over = typeof frame.turn === 'object' && 'over' in frame.turn;
    this.stored = { ...this.stored, record: await this.record(), changed: Date.now(), over };
    storeTable(this.stored);
  }

  /** Starts the bot that is to act, and the timer of the clocks. */
  private async continueGame(): Promise<void> {
    this.startTimeoutTimer();
    const mine = ++this.turns;
    const { frame } = this.state;
    const acting = typeof frame.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats : [];
    const seat = acting.find((seat) => this.stored.seats[seat]?.kind === 'bot');
    if (seat === undefined || this.left || frame.asked) return;
    this.state = { ...this.state, thinking: [seat] };
    const bot = this.stored.seats[seat]?.bot ?? 'level4';
    const delay = new Promise((resolve) => setTimeout(resolve, botDelay()));
    try {
      const query = {
        line: this.withSteps(),
        seat,
        bot,
        seed: this.stored.seed + seat,
        nodes: null,
        millis: SEARCH_TIME,
      };
      const [action] = await Promise.all([this.engine.ask('choose', query), delay]);
      if (this.left || this.turns !== mine) return;
      // The page's frame has prompts for people only.
      const asked = await this.rules.ask('frame', { table: this.number, own: [seat], now: this.now() });
      await this.perform(seat, asked.prompts[0]?.prompt ?? 0, action);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    }
  }

  private startTimeoutTimer(): void {
    clearTimeout(this.timeoutTimer);
    const { clocks } = this.state.frame;
    if (!clocks || clocks.running.length === 0) return;
    const first = Math.min(...clocks.running.map((seat) => clocks.left[seat] ?? 0));
    this.timeoutTimer = setTimeout(async () => {
      const flagged = await this.rules.ask('tick', { table: this.number, now: this.now() });
      if (flagged !== null) this.engine.cancel();
      await this.refresh();
      void this.continueGame();
    }, first + 20);
  }
}

/** The seats of the people at this screen. */
function people(seats: Occupant[]): number[] {
  return seats.flatMap((seat, index) => (seat.kind === 'person' ? [index] : []));
}
