/// A table of this browser: people who share the screen, and bots.
import type { Attempted, BotTurn, ClockRule, Frame, Loaded, LocalState, Setup } from '../generated/protocol';
import { gameOfRecord } from '../rules/catalog';
import { Cancelled, engines, type RulesWorker, rules } from '../rules/rules';
import { applySteps } from '../rules/steps';
import { fullFrame } from './defaults';
import { occupantOfRecord, peopleOf, recordNames } from './names';
import { encodeRecord, RECORD_PREFIX } from './record-link';
import { findStored, type StoredTable, storeTable } from './stored';
import { noteResult } from './strength';
import { historyOf, type Occupant, type PlayerDeclaration, type Table, type TableState } from './table';

/**
 * The least time before the action of a bot, in milliseconds, so that the player can follow it; after another bot there
 * is a breath more.
 */
function botDelay(afterBot: boolean): number {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (still ? 120 : 450) * (afterBot ? 2 : 1);
}

/** Up to this level of the bots, hints are not counted. */
const FREE_HINTS = 4;

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

/** Opens a table at the opening or at a position in notation, stores it and returns its id. */
export async function openLocalTable(
  game: string,
  setup: Setup,
  clock: ClockRule,
  seats: Occupant[],
  position: string | null = null,
): Promise<string> {
  const seed = randomSeed();
  const worker = rules.of(game);
  const table = await worker.ask('open', { game, setup, position, clock, bots: botsAt(seats), seed });
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

/** Stores the game of a record as a table and returns its id. Its bots play on; its other seats are people of this screen. */
export async function openRecord(record: string): Promise<string> {
  const worker = rules.of(await gameOfRecord(record));
  const loaded = await worker.ask('load', { record, bots: [], seed: 1 });
  const { frame } = await worker.ask('state', { table: loaded.table, now: loaded.last, seen: 0 });
  await worker.ask('close', { table: loaded.table });
  const seats = loaded.names.map(occupantOfRecord);
  const started = Date.parse(loaded.started ?? '') || Date.now();
  const stored = {
    id: randomId(),
    game: loaded.game,
    options: loaded.setup.options,
    seats,
    seed: randomSeed(),
    record,
    started,
    changed: Date.now(),
    over: isOver(frame),
  };
  storeTable(stored);
  return stored.id;
}

function recordOf(worker: RulesWorker, table: number, seats: Occupant[], started: number): Promise<string> {
  return worker.ask('record', {
    table,
    names: recordNames(seats),
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
  /** The length of the log that the page has. */
  private log: number;
  /** The bot that is to act. */
  private bot: BotTurn | null;
  /** Counts the calls of `continueGame`: the answer of a bot to an earlier call is dropped. */
  private turns = 0;
  private timeoutTimer: ReturnType<typeof setTimeout> | undefined;

  private constructor(stored: StoredTable, loaded: Loaded, { frame, steps, log, bot }: LocalState) {
    this.stored = stored;
    this.rules = rules.of(stored.game);
    this.engine = engines.of(stored.game);
    this.number = loaded.table;
    this.log = log;
    this.bot = bot;
    // The clocks stand still while the table is not open.
    this.startedAt = performance.now() - loaded.last;
    const { id, game, seats, started } = stored;
    const { setup, position, clock } = loaded;
    this.state = $state.raw({
      seq: 0,
      table: { id, game, setup, position, clock, seats, started, outdated: false },
      frame: fullFrame(frame, seats.length),
      steps: steps.added,
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
      bots: botsAt(stored.seats),
      seed: stored.seed + stored.record.length,
    });
    const state = await worker.ask('state', { table: loaded.table, now: loaded.last, seen: 0 });
    return new LocalTable(stored, loaded, state);
  }

  async act(seat: number, action: string): Promise<void> {
    const prompt = this.state.frame.prompts.find((prompt) => prompt.seat === seat)?.prompt ?? 0;
    await this.perform(seat, prompt, action);
  }

  async declare(seat: number, declaration: PlayerDeclaration): Promise<void> {
    this.engine.cancel();
    try {
      await this.rules.ask('declare', { table: this.number, seat, declaration, now: this.now() });
      await this.refresh();
    } finally {
      // A cancelled bot starts again, also when nothing has changed.
      void this.continueGame();
    }
  }

  attempt(seat: number, action: string): Promise<Attempted> {
    const history = historyOf(this.state.table, this.state.steps);
    return this.rules.ask('attempt', { history, at: null, seat, action });
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

  get hints(): number {
    return this.stored.hints ?? 0;
  }

  /** Hints are free against the lower levels, and for whoever plays alone. */
  countHint(): void {
    const levels = this.stored.seats.map(({ bot }) => Number(bot?.replace(/^level/, '') ?? 0));
    if (Math.max(...levels) <= FREE_HINTS) return;
    this.stored = { ...this.stored, hints: this.hints + 1 };
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

  private async perform(seat: number, prompt: number, action: string): Promise<void> {
    await this.rules.ask('act', { table: this.number, seat, prompt, action, now: this.now() });
    await this.refresh();
    void this.continueGame();
  }

  private async refresh(): Promise<void> {
    if (this.left) return;
    const request = { table: this.number, now: this.now(), seen: this.log };
    const { frame, steps, log, bot } = await this.rules.ask('state', request);
    this.log = log;
    this.bot = bot;
    this.state = {
      ...this.state,
      seq: this.state.seq + 1,
      frame: fullFrame(frame, this.stored.seats.length),
      steps: applySteps(this.state.steps, steps),
      received: performance.now(),
      thinking: [],
    };
    if (isOver(frame) && !this.stored.over) noteStrength(this.stored, frame);
    this.stored = {
      ...this.stored,
      record: await this.record(),
      changed: Date.now(),
      over: isOver(frame),
    };
    storeTable(this.stored);
  }

  /** Starts the bot that is to act, and the timer of the clocks. */
  private async continueGame(): Promise<void> {
    this.startTimeoutTimer();
    const mine = ++this.turns;
    if (!this.bot || this.left) return;
    const { seat, prompt, millis } = this.bot;
    this.state = { ...this.state, thinking: [seat] };
    const before = this.state.steps.findLast((step) => step.seat !== null)?.seat;
    const afterBot =
      typeof before === 'number' && before !== seat && botsAt(this.stored.seats).includes(before);
    const delay = new Promise((resolve) => setTimeout(resolve, botDelay(afterBot)));
    try {
      const request = {
        history: historyOf(this.state.table, this.state.steps),
        seat,
        bot: this.stored.seats[seat]?.bot ?? 'level4',
        seed: this.stored.seed + seat,
        nodes: null,
        millis,
      };
      const [action] = await Promise.all([this.engine.ask('choose', request), delay]);
      if (this.left || this.turns !== mine) return;
      await this.perform(seat, prompt, action);
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
      const forfeited = await this.rules.ask('tick', { table: this.number, now: this.now() });
      if (forfeited) this.engine.cancel();
      await this.refresh();
      void this.continueGame();
    }, first + 20);
  }
}

/** The seats of the bots. */
function botsAt(seats: Occupant[]): number[] {
  return seats.flatMap((seat, index) => (seat.kind === 'bot' ? [index] : []));
}

/** Notes the result of a game of one person against bots of one level, played without hints that count. */
function noteStrength({ game, seats, hints }: StoredTable, { turn, teams }: Frame): void {
  const places = typeof turn === 'object' && 'over' in turn ? turn.over.places : [];
  const [own, ...others] = peopleOf(seats);
  const levels = new Set(seats.flatMap(({ bot }) => (bot ? [bot] : [])));
  const [level] = levels;
  if (own === undefined || others.length > 0 || levels.size !== 1 || !level || hints) return;
  const rivals = places.filter((_, seat) => (teams ? teams[seat] !== teams[own] : seat !== own));
  const place = places[own] ?? 1;
  const beaten = rivals.map((other): number => (other > place ? 1 : other === place ? 0.5 : 0));
  const score = beaten.reduce((sum, one) => sum + one, 0) / Math.max(1, beaten.length);
  noteResult(game, seats.length, Number(level.replace(/^level/, '')), score);
}

function isOver({ turn }: Frame): boolean {
  return typeof turn === 'object' && 'over' in turn;
}
