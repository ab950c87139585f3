/// A table in this browser: people on one screen, and bots.
import type { Attempted, ClockRule, Frame, Line, Loaded, Setup, Word } from '../generated/house';
import { Cancelled, gameOf, type House, rules, thinker } from '../house/house';
import { find, type Kept, keep } from './kept';
import { PACKED, pack } from './packed';
import type { Sitting, Table, TableState } from './table';

/** The shortest time that a bot takes, so that one sees what happens; less where nothing moves. */
const pace = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 120 : 450);

/** How long the strongest bots think. */
const THINKING = 1500;

/** A number for bots and chance. */
function seed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

/** A short name that nobody else has. */
function name(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** Opens a table and gives its id. */
export async function open(game: string, setup: Setup, clock: ClockRule, seats: Sitting[]): Promise<string> {
  const chance = seed();
  const house = rules.of(game);
  const table = await house.ask('open', { game, setup, clock, seed: chance });
  const record = await recordOf(house, table, seats, Date.now());
  await house.ask('close', { table });
  const now = Date.now();
  const { options } = setup;
  const kept = {
    id: name(),
    game,
    options,
    seats,
    seed: chance,
    record,
    started: now,
    changed: now,
    over: false,
  };
  keep(kept);
  return kept.id;
}

/** Opens a table from a record that somebody brings; whoever has no name is a person of this screen. */
export async function bring(record: string): Promise<string> {
  const house = rules.of(await gameOf(record));
  const loaded = await house.ask('load', { record, seed: 1 });
  const frame = await house.ask('frame', { table: loaded.table, own: [], now: loaded.last });
  await house.ask('close', { table: loaded.table });
  const seats = loaded.names.map((name): Sitting => ({ kind: 'person', name, present: true }));
  const started = Date.parse(loaded.started ?? '') || Date.now();
  const over = typeof frame.turn === 'object' && 'over' in frame.turn;
  const kept = {
    id: name(),
    game: loaded.game,
    options: loaded.setup.options,
    seats,
    seed: seed(),
    record,
    started,
    changed: Date.now(),
    over,
  };
  keep(kept);
  return kept.id;
}

function recordOf(house: House, table: number, seats: Sitting[], started: number): Promise<string> {
  const names = seats.map((seat) => seat.name);
  return house.ask('record', { table, names, started: new Date(started).toISOString().replace(/\.\d+/, '') });
}

export class LocalTable implements Table {
  state: TableState;
  private number: number;
  private kept: Kept;
  private rules: House;
  private thinker: House;
  /** The moment, by `performance.now()`, at which the table's time was 0. */
  private zero: number;
  private left = false;
  /** How often the table went on: whoever thinks for an earlier time is too late. */
  private going = 0;
  private flag: ReturnType<typeof setTimeout> | undefined;

  private constructor(kept: Kept, loaded: Loaded, frame: Frame, line: TableState['line']) {
    this.kept = kept;
    this.rules = rules.of(kept.game);
    this.thinker = thinker.of(kept.game);
    this.number = loaded.table;
    // While nobody looked, the clocks stood still.
    this.zero = performance.now() - loaded.last;
    const { id, game, seats, started } = kept;
    const table = { id, game, setup: loaded.setup, clock: loaded.clock, seats, started };
    this.state = $state.raw({
      seq: 0,
      table,
      frame,
      line,
      received: performance.now(),
      thinking: [],
      connection: 'here',
    });
    void this.go();
  }

  /** The table of that id, if this browser keeps it. */
  static async find(id: string): Promise<LocalTable | undefined> {
    const kept = find(id);
    if (!kept) return undefined;
    const house = rules.of(kept.game);
    const loaded = await house.ask('load', { record: kept.record, seed: kept.seed + kept.record.length });
    const own = people(kept.seats);
    const frame = await house.ask('frame', { table: loaded.table, own, now: loaded.last });
    const line = await house.ask('told', { table: loaded.table, own, from: 0 });
    return new LocalTable(kept, loaded, frame, line);
  }

  async act(seat: number, action: string): Promise<void> {
    const prompt = this.state.frame.prompts.find((asked) => asked.seat === seat)?.prompt ?? 0;
    await this.perform(seat, prompt, action);
  }

  async say(seat: number, word: Word): Promise<void> {
    this.thinker.cancel();
    try {
      await this.rules.ask('say', { table: this.number, seat, word, now: this.now() });
      await this.answer(word);
      await this.refresh();
    } finally {
      // Whoever was thinking begins again, also when nothing has changed.
      void this.go();
    }
  }

  attempt(seat: number, action: string): Promise<Attempted> {
    return this.rules.ask('attempt', { line: this.line(), seat, action });
  }

  past(steps: number): Promise<Frame> {
    return this.rules.ask('past', { line: this.line(steps), own: people(this.kept.seats) });
  }

  /** Nobody else has this table: the link holds the whole game. */
  async address(steps: number): Promise<string> {
    return `/table/${this.kept.id}?at=${steps}#${PACKED}${await pack(await this.record())}`;
  }

  /** Whether the game goes on elsewhere, with other people. */
  get isOnline(): boolean {
    return this.kept.online !== undefined;
  }

  /** Notes that the game goes on at a table of the server. */
  goesOnAt(online: string): void {
    this.kept = { ...this.kept, online };
    keep(this.kept);
  }

  record(): Promise<string> {
    return recordOf(this.rules, this.number, this.kept.seats, this.kept.started);
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.flag);
    this.thinker.cancel();
    void this.rules.ask('close', { table: this.number });
  }

  private now(): number {
    return Math.round(performance.now() - this.zero);
  }

  private line(steps = this.state.line.length): Line {
    const { game, setup } = this.state.table;
    return { game, setup, steps: this.state.line.slice(0, steps) };
  }

  private async perform(seat: number, prompt: number, action: string): Promise<void> {
    await this.rules.ask('act', { table: this.number, seat, prompt, action, now: this.now() });
    await this.refresh();
    void this.go();
  }

  /** Those who can't be asked answer at once: a take-back is granted, and a bot that stands no better takes a draw. */
  private async answer(word: Word): Promise<void> {
    if (word !== 'take_back' && word !== 'draw') return;
    const { asked, gone } = await this.rules.ask('frame', { table: this.number, own: [], now: this.now() });
    if (!asked) return;
    const others = this.kept.seats
      .map((_, seat) => seat)
      .filter((seat) => seat !== asked.by && !gone.includes(seat));
    for (const seat of others) {
      const bot = this.kept.seats[seat]?.kind === 'bot';
      // On one screen a take-back is agreed upon by voice; a draw is asked on the page.
      if (!bot && word === 'draw') continue;
      const agrees = word === 'take_back' || (await this.wouldDraw(seat));
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
    const thought = await this.thinker.ask('analyse', {
      line: this.line(),
      lines: 1,
      nodes: 20_000,
      millis: 800,
    });
    const chance = thought?.lines[0]?.chance ?? 0.5;
    return (thought?.seat === seat ? chance : 1 - chance) <= 0.5;
  }

  private async refresh(): Promise<void> {
    if (this.left) return;
    const own = people(this.kept.seats);
    const frame = await this.rules.ask('frame', { table: this.number, own, now: this.now() });
    const line = await this.rules.ask('told', { table: this.number, own, from: 0 });
    this.state = {
      ...this.state,
      seq: this.state.seq + 1,
      frame,
      line,
      received: performance.now(),
      thinking: [],
    };
    const over = typeof frame.turn === 'object' && 'over' in frame.turn;
    this.kept = { ...this.kept, record: await this.record(), changed: Date.now(), over };
    keep(this.kept);
  }

  /** Bots think, clocks run. */
  private async go(): Promise<void> {
    this.watchClocks();
    const mine = ++this.going;
    const { frame } = this.state;
    const acting = typeof frame.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats : [];
    const seat = acting.find((seat) => this.kept.seats[seat]?.kind === 'bot');
    if (seat === undefined || this.left || frame.asked) return;
    this.state = { ...this.state, thinking: [seat] };
    const bot = this.kept.seats[seat]?.bot ?? 'level4';
    const seen = new Promise((resolve) => setTimeout(resolve, pace()));
    try {
      const question = {
        line: this.line(),
        seat,
        bot,
        seed: this.kept.seed + seat,
        nodes: null,
        millis: THINKING,
      };
      const [action] = await Promise.all([this.thinker.ask('choose', question), seen]);
      if (this.left || this.going !== mine) return;
      // Bots hold no prompt of the page's frame: they are asked here and now.
      const asked = await this.rules.ask('frame', { table: this.number, own: [seat], now: this.now() });
      await this.perform(seat, asked.prompts[0]?.prompt ?? 0, action);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    }
  }

  private watchClocks(): void {
    clearTimeout(this.flag);
    const { clocks } = this.state.frame;
    if (!clocks || clocks.running.length === 0) return;
    const first = Math.min(...clocks.running.map((seat) => clocks.left[seat] ?? 0));
    this.flag = setTimeout(async () => {
      const out = await this.rules.ask('tick', { table: this.number, now: this.now() });
      if (out !== null) this.thinker.cancel();
      await this.refresh();
      void this.go();
    }, first + 20);
  }
}

/** The seats of whoever sits at this screen. */
function people(seats: Sitting[]): number[] {
  return seats.flatMap((seat, index) => (seat.kind === 'person' ? [index] : []));
}
