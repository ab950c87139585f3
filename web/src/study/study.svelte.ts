/// The engine's view of a table: the best lines of the position on the board, and the chances over the whole game.
import type { Frame, Thought, Told } from '../generated/house';
import { Cancelled, House, rules } from '../house/house';
import { goesOn, isSame } from '../table/tries';
import type { Watch } from '../table/watch.svelte';
import {
  type Curve,
  curves,
  type Judged,
  sidesOf,
  sparseFirst,
  suspects,
  type Turning,
  turnings,
} from './judged';

/** A line of the engine, each action with the seat whose it is. */
export interface BestLine {
  chance: number;
  wins: number | null;
  loses: number | null;
  steps: Told[];
}

/** What is thought of the position on the board. */
export interface Opinion {
  path: Told[];
  seat: number;
  depth: number;
  lines: BestLine[];
  /** What each side has, in the order of `sides`; as far as it is known. */
  chances: (number | null)[];
}

/** How long the position on the board is thought about, and how many lines are told. */
const LONGEST = 10_000;
const LINES = 3;
/** Of each line so many actions are shown. */
const SHOWN = 8;
/** Many sides are judged by playing many games, which fills the memory. */
const MOST_GAMES = 150_000;
/** Whoever steps through a game is not followed at once. */
const SETTLE = 150;

/** How long each position of the whole game is looked at, and how long a suspect again. */
const LOOK = { nodes: 6_000, millis: 700 };
const CHECK = { nodes: 60_000, millis: 2_500 };
/** Enough to find what was really played among them. */
const ALL = 60;

export class Study {
  opinion = $state.raw<Opinion | null>(null);
  /** Whether the position on the board is being thought about. */
  thinking = $state(false);
  judged = $state.raw<(Judged | undefined)[]>([]);
  /** How much of the whole game is still to be looked at; nothing when nobody looks. */
  progress = $state.raw<{ done: number; count: number } | null>(null);
  private checked = $state.raw<ReadonlySet<number>>(new Set());
  private line: Told[] = [];
  private looked: Told[] | null = null;
  private game: string;
  private analyst: House;
  private surveyor: House;
  private asked = 0;
  private surveys = 0;

  constructor(private readonly watch: Watch) {
    this.game = watch.table.state.table.game;
    this.analyst = new House(this.game);
    this.surveyor = new House(this.game);
  }

  /** The seats side by side. */
  sides = $derived.by(() => sidesOf(this.watch.table.state.frame.teams));

  private places = $derived.by(() => {
    const { turn } = this.watch.table.state.frame;
    return typeof turn === 'object' && 'over' in turn ? turn.over.places : null;
  });

  curves = $derived.by((): Curve[] =>
    curves(this.judged, this.watch.table.state.frame.teams, this.judged.length ? this.places : null),
  );

  turnings = $derived.by((): Turning[] => {
    const { line, frame } = this.watch.table.state;
    return turnings(this.judged, line, frame.teams, this.places, this.checked);
  });

  /** Whether the whole game was looked at as it is now. */
  get isComplete(): boolean {
    const { line } = this.watch.table.state;
    const last = this.places ? line.length : line.length + 1;
    return Array.from({ length: last }, (_, index) => this.judged[index]).every(Boolean);
  }

  /** Thinks about another position; what was thought before stops. */
  async look(path: Told[]): Promise<void> {
    // The table may change around the same position.
    if (this.looked?.length === path.length && goesOn(path, this.looked)) return;
    this.looked = path;
    const mine = ++this.asked;
    this.analyst.cancel();
    this.thinking = true;
    this.opinion = null;
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
    if (mine !== this.asked) return;
    try {
      const many = this.sides.length > 2;
      const question = {
        line: this.watch.lineOf(path),
        lines: LINES,
        nodes: many ? MOST_GAMES : null,
        millis: LONGEST,
      };
      const hear = async (thought: Thought | null) => {
        if (!thought) return;
        const lines = await Promise.all(thought.lines.map((line) => this.told(path, line)));
        // What was found earlier may be told later.
        if (mine !== this.asked || (this.opinion?.depth ?? 0) > thought.depth) return;
        const known = this.opinion?.chances ?? [];
        const chances = this.sides.map((side, index) => {
          const chance = lines[0]?.chance ?? 0.5;
          if (side.includes(thought.seat)) return chance;
          return this.sides.length === 2 ? 1 - chance : (known[index] ?? null);
        });
        this.opinion = { path, seat: thought.seat, depth: thought.depth, lines, chances };
      };
      const ask = (allowed: Partial<typeof LOOK>) =>
        this.analyst.ask('analyse', { ...question, ...allowed }, (value) => void hear(value as Thought));
      if (many) {
        await hear(await ask(LOOK));
        await this.askOthers(mine);
      }
      if (mine === this.asked) await hear(await ask({}));
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      if (mine === this.asked) this.thinking = false;
    }
  }

  /** Looks at the whole game, as far as it was not looked at already. */
  async survey(): Promise<void> {
    const mine = ++this.surveys;
    const { line, frame } = this.watch.table.state;
    this.surveyor.cancel();
    const known = this.line.findIndex((step, index) => !isSame(step, line[index]));
    const stands = known < 0 ? this.line.length : known;
    const count = line.length + 1;
    // What was thought of a position stands; what followed it may not.
    this.judged = Array.from({ length: count }, (_, index) => {
      const before = index <= stands ? this.judged[index] : undefined;
      return before && index === stands && !this.checked.has(index) ? { ...before, played: null } : before;
    });
    this.checked = new Set([...this.checked].filter((index) => index < stands));
    this.line = line;
    const over = this.places;
    const missing = sparseFirst(over ? count - 1 : count).filter((index) => !this.judged[index]);
    this.progress = { done: 0, count: missing.length };
    try {
      for (const [done, index] of missing.entries()) {
        await this.judge(line, index, LOOK, this.sides.length > 2 ? ALL : 1);
        if (mine !== this.surveys) return;
        this.progress = { done: done + 1, count: missing.length };
      }
      const again = suspects(this.judged, line, frame.teams, over).filter(
        (index) => !this.checked.has(index),
      );
      this.progress = { done: 0, count: again.length };
      for (const [done, index] of again.entries()) {
        await this.judge(line, index, CHECK, ALL);
        if (mine !== this.surveys) return;
        this.checked = new Set([...this.checked, index]);
        this.progress = { done: done + 1, count: again.length };
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      if (mine === this.surveys) this.progress = null;
    }
  }

  /** Stops looking at the whole game; what is known stays. */
  stop(): void {
    this.surveys++;
    this.progress = null;
    this.surveyor.cancel();
  }

  /** Nobody looks any more. */
  close(): void {
    this.asked++;
    this.looked = null;
    this.thinking = false;
    this.analyst.cancel();
    this.stop();
  }

  /** The actions of a line with their seats, as far as it is shown. */
  async told(
    path: Told[],
    line: { actions: string[]; chance: number; wins: number | null; loses: number | null },
  ): Promise<BestLine> {
    const steps: Told[] = [];
    for (const action of line.actions.slice(0, SHOWN)) {
      const frame = await this.frame([...path, ...steps]);
      const seats = typeof frame?.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats : [];
      const [seat] = seats;
      if (seat === undefined) break;
      steps.push({ seat, action, at: 0 });
    }
    return { chance: line.chance, wins: line.wins, loses: line.loses, steps };
  }

  /** Asks for the chances of those who are not to act, where they act next in the best line. */
  private async askOthers(mine: number): Promise<void> {
    const { opinion } = this;
    const best = opinion?.lines[0];
    if (!opinion || !best || mine !== this.asked) return;
    for (const [index, side] of this.sides.entries()) {
      const ahead = best.steps.findIndex(({ seat }) => seat !== null && side.includes(seat));
      if (opinion.chances[index] !== null || ahead < 0) continue;
      const line = this.watch.lineOf([...opinion.path, ...best.steps.slice(0, ahead)]);
      const thought = await this.analyst.ask('analyse', { line, lines: 1, ...LOOK });
      if (mine !== this.asked || !this.opinion) return;
      const chances = [...this.opinion.chances];
      chances[index] = thought?.lines[0]?.chance ?? null;
      this.opinion = { ...this.opinion, chances };
    }
  }

  private async judge(line: Told[], index: number, allowed: typeof LOOK, lines: number): Promise<void> {
    const question = { line: this.watch.lineOf(line.slice(0, index)), lines, ...allowed };
    const thought = await this.surveyor.ask('analyse', question);
    const [best] = thought?.lines ?? [];
    if (!thought || !best) return;
    const really = line[index]?.action;
    const played = lines > 1 ? thought.lines.find(({ actions }) => actions[0] === really)?.chance : undefined;
    const judged = [...this.judged];
    judged[index] = {
      seat: thought.seat,
      chance: best.chance,
      best: best.actions[0] ?? '',
      played: played ?? null,
    };
    this.judged = judged;
  }

  /** What is known of positions that lines lead to. */
  private frames = new Map<string, Promise<Frame | null>>();
  private frame(steps: Told[]): Promise<Frame | null> {
    const name = steps.map(({ action }) => action).join(' ');
    const known = this.frames.get(name);
    if (known) return known;
    if (this.frames.size > 400) this.frames.clear();
    const found = rules
      .of(this.game)
      .ask('past', { line: this.watch.lineOf(steps), own: [] })
      .catch(() => null);
    this.frames.set(name, found);
    return found;
  }
}
