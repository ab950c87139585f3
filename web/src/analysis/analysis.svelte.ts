/// The analysis of a table by the engine: the best lines of the position on the board, and the chances over the game.
import type { AnalysisReport, Frame, Step, Variation } from '../generated/protocol';
import { Cancelled, type History, RulesWorker, rules } from '../rules/rules';
import { isSameStep, startsWith } from '../rules/steps';
import { historyOf } from '../table/table';
import type { TableViewer } from '../table/viewer.svelte';
import {
  type ChanceCurve,
  chanceCurves,
  type Evaluation,
  sidesOf,
  sparseFirst,
  suspects,
  type TurningPoint,
  turningPoints,
} from './evaluations';

/** A line of the engine; its actions have their seats. */
export interface BestLine {
  chance: number;
  wins: number | null;
  loses: number | null;
  steps: Step[];
}

/** The analysis of one position. */
export interface PositionAnalysis {
  path: Step[];
  seat: number;
  depth: number;
  lines: BestLine[];
  /** The chance of each side, in the order of `sides`; `null` if it is not known yet. */
  chances: (number | null)[];
}

/** How long the position on the board is searched, in milliseconds, and how many lines are shown. */
const SEARCH_TIME = 10_000;
const LINES = 3;
/** How many actions of each line are shown. */
const SHOWN_ACTIONS = 8;
/** The limit for Monte-Carlo search, used with more than two sides: it bounds the memory. */
const MOST_PLAYOUTS = 150_000;
/** A search starts after the position has not changed for so many milliseconds. */
const DEBOUNCE = 150;

/** The limits of the search of each position of the game, and of the second search of a suspected mistake. */
const FIRST_PASS = { nodes: 6_000, millis: 700 };
const SECOND_PASS = { nodes: 60_000, millis: 2_500 };
/** So many lines contain the action that was played. */
const ALL_LINES = 60;

export class Analysis {
  position = $state.raw<PositionAnalysis | null>(null);
  /** Whether the position on the board is being searched. */
  searching = $state(false);
  evaluations = $state.raw<(Evaluation | undefined)[]>([]);
  /** The progress of `analyseGame`; `null` when it does not run. */
  progress = $state.raw<{ done: number; count: number } | null>(null);
  /** The steps that were searched a second time. */
  private checked = $state.raw<ReadonlySet<number>>(new Set());
  /** The steps to which `evaluations` belongs. */
  private analysedSteps: Step[] = [];
  private analysedPath: Step[] | null = null;
  private game: string;
  private positionWorker: RulesWorker;
  private gameWorker: RulesWorker;
  /** Count the calls of `analysePosition` and `analyseGame`: answers to earlier calls are dropped. */
  private positionCalls = 0;
  private gameCalls = 0;

  constructor(private readonly viewer: TableViewer) {
    this.game = viewer.table.state.table.game;
    this.positionWorker = new RulesWorker(this.game);
    this.gameWorker = new RulesWorker(this.game);
  }

  /** The seats of each side. */
  sides = $derived.by(() => sidesOf(this.viewer.table.state.frame.teams));

  private places = $derived.by(() => {
    const { turn } = this.viewer.table.state.frame;
    return typeof turn === 'object' && 'over' in turn ? turn.over.places : null;
  });

  chanceCurves = $derived.by((): ChanceCurve[] =>
    chanceCurves(
      this.evaluations,
      this.viewer.table.state.frame.teams,
      this.evaluations.length ? this.places : null,
    ),
  );

  turningPoints = $derived.by((): TurningPoint[] => {
    const { steps, frame } = this.viewer.table.state;
    return turningPoints(this.evaluations, steps, frame.teams, this.places, this.checked);
  });

  /** Whether every position of the game has an evaluation. */
  get isComplete(): boolean {
    const { steps } = this.viewer.table.state;
    const last = this.places ? steps.length : steps.length + 1;
    return Array.from({ length: last }, (_, index) => this.evaluations[index]).every(Boolean);
  }

  /** Searches a position; cancels the search of the previous one. */
  async analysePosition(path: Step[]): Promise<void> {
    // The table may have changed while the position stayed the same.
    if (this.analysedPath?.length === path.length && startsWith(path, this.analysedPath)) return;
    this.analysedPath = path;
    const mine = ++this.positionCalls;
    this.positionWorker.cancel();
    this.searching = true;
    this.position = null;
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE));
    if (mine !== this.positionCalls) return;
    try {
      const many = this.sides.length > 2;
      const request = {
        history: this.history(path),
        at: null,
        variations: LINES,
        nodes: many ? MOST_PLAYOUTS : null,
        millis: SEARCH_TIME,
      };
      const onReport = async (report: AnalysisReport | null) => {
        if (!report) return;
        const lines = await Promise.all(report.variations.map((line) => this.withSeats(path, line)));
        // Reports may arrive out of order.
        if (mine !== this.positionCalls || (this.position?.depth ?? 0) > report.depth) return;
        const known = this.position?.chances ?? [];
        const chances = this.sides.map((side, index) => {
          const chance = lines[0]?.chance ?? 0.5;
          if (side.includes(report.seat)) return chance;
          return this.sides.length === 2 ? 1 - chance : (known[index] ?? null);
        });
        this.position = { path, seat: report.seat, depth: report.depth, lines, chances };
      };
      const search = (limits: Partial<typeof FIRST_PASS>) =>
        this.positionWorker.ask(
          'analyse',
          { ...request, ...limits },
          (value) => void onReport(value as AnalysisReport),
        );
      if (many) {
        await onReport(await search(FIRST_PASS));
        await this.searchOtherSides(mine);
      }
      if (mine === this.positionCalls) await onReport(await search({}));
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      if (mine === this.positionCalls) this.searching = false;
    }
  }

  /** Evaluates the positions of the game that have no evaluation yet, then searches suspected mistakes again. */
  async analyseGame(): Promise<void> {
    const mine = ++this.gameCalls;
    const { steps, frame } = this.viewer.table.state;
    this.gameWorker.cancel();
    const changed = this.analysedSteps.findIndex((step, index) => !isSameStep(step, steps[index]));
    const unchanged = changed < 0 ? this.analysedSteps.length : changed;
    const count = steps.length + 1;
    // Evaluations of unchanged positions stay, but the action that followed the last of them may differ.
    this.evaluations = Array.from({ length: count }, (_, index) => {
      const before = index <= unchanged ? this.evaluations[index] : undefined;
      return before && index === unchanged && !this.checked.has(index) ? { ...before, played: null } : before;
    });
    this.checked = new Set([...this.checked].filter((index) => index < unchanged));
    this.analysedSteps = steps;
    const over = this.places;
    const missing = sparseFirst(over ? count - 1 : count).filter((index) => !this.evaluations[index]);
    this.progress = { done: 0, count: missing.length };
    try {
      for (const [done, index] of missing.entries()) {
        await this.evaluate(steps, index, FIRST_PASS, this.sides.length > 2 ? ALL_LINES : 1);
        if (mine !== this.gameCalls) return;
        this.progress = { done: done + 1, count: missing.length };
      }
      const again = suspects(this.evaluations, steps, frame.teams, over).filter(
        (index) => !this.checked.has(index),
      );
      this.progress = { done: 0, count: again.length };
      for (const [done, index] of again.entries()) {
        await this.evaluate(steps, index, SECOND_PASS, ALL_LINES);
        if (mine !== this.gameCalls) return;
        this.checked = new Set([...this.checked, index]);
        this.progress = { done: done + 1, count: again.length };
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      if (mine === this.gameCalls) this.progress = null;
    }
  }

  /** Stops `analyseGame`; the evaluations stay. */
  stop(): void {
    this.gameCalls++;
    this.progress = null;
    this.gameWorker.cancel();
  }

  /** Stops all searches. */
  close(): void {
    this.positionCalls++;
    this.analysedPath = null;
    this.searching = false;
    this.positionWorker.cancel();
    this.stop();
  }

  /** A line with the seat of each action; only the actions that are shown. */
  async withSeats(path: Step[], line: Omit<Variation, 'depth'>): Promise<BestLine> {
    const steps: Step[] = [];
    for (const action of line.actions.slice(0, SHOWN_ACTIONS)) {
      const frame = await this.frame([...path, ...steps]);
      const seats = typeof frame?.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats : [];
      const [seat] = seats;
      if (seat === undefined) break;
      steps.push({ seat, action, at: 0 });
    }
    return { chance: line.chance, wins: line.wins, loses: line.loses, steps };
  }

  /** Searches for the chances of the sides that are not to act, at their next turn in the best line. */
  private async searchOtherSides(mine: number): Promise<void> {
    const { position } = this;
    const best = position?.lines[0];
    if (!position || !best || mine !== this.positionCalls) return;
    for (const [index, side] of this.sides.entries()) {
      const ahead = best.steps.findIndex(({ seat }) => seat !== null && side.includes(seat));
      if (position.chances[index] !== null || ahead < 0) continue;
      const history = this.history([...position.path, ...best.steps]);
      const at = position.path.length + ahead;
      const report = await this.positionWorker.ask('analyse', { history, at, variations: 1, ...FIRST_PASS });
      if (mine !== this.positionCalls || !this.position) return;
      const chances = [...this.position.chances];
      chances[index] = report?.variations[0]?.chance ?? null;
      this.position = { ...this.position, chances };
    }
  }

  /** Evaluates the position after `index` steps. */
  private async evaluate(
    steps: Step[],
    index: number,
    limits: typeof FIRST_PASS,
    variations: number,
  ): Promise<void> {
    const request = { history: this.history(steps), at: index, variations, ...limits };
    const report = await this.gameWorker.ask('analyse', request);
    const [best] = report?.variations ?? [];
    if (!report || !best) return;
    const playedAction = steps[index]?.action;
    const played =
      variations > 1
        ? report.variations.find(({ actions }) => actions[0] === playedAction)?.chance
        : undefined;
    const evaluations = [...this.evaluations];
    evaluations[index] = {
      seat: report.seat,
      chance: best.chance,
      best: best.actions[0] ?? '',
      played: played ?? null,
    };
    this.evaluations = evaluations;
  }

  private history(steps: Step[]): History {
    return historyOf(this.viewer.table.state.table, steps);
  }

  /** A cache of the frames of positions to which lines lead. */
  private frames = new Map<string, Promise<Frame | null>>();
  private frame(steps: Step[]): Promise<Frame | null> {
    const key = steps.map(({ action }) => action).join(' ');
    const known = this.frames.get(key);
    if (known) return known;
    if (this.frames.size > 400) this.frames.clear();
    const found = rules
      .of(this.game)
      .ask('past', { history: this.history(steps), at: null, own: [] })
      .catch(() => null);
    this.frames.set(key, found);
    return found;
  }
}
