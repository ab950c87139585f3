/// Hints of the engine, for whoever plays alone or against bots: first the piece, then the action, then why.
import type { Frame, Step } from '../generated/protocol';
import { Cancelled, engines, type History, rules } from '../rules/rules';
import { startsWith } from '../rules/steps';
import { peopleOf } from './names';
import { historyOf } from './table';
import type { TableViewer } from './viewer.svelte';

/** The limits of the search for a hint. */
const LIMITS = { nodes: 200_000, millis: 1_500 };
/** How many actions of the line are shown. */
const SHOWN = 5;

/** What the engine saw in a position. */
interface Found {
  path: Step[];
  action: string;
  /** How it goes on. */
  line: Step[];
  chance: number;
  /** In how many actions it wins, if that is proven. */
  wins: number | null;
  depth: number;
  /** The second best action, and its chance. */
  other: { action: string; chance: number } | null;
}

export class Hint {
  /** How much of the hint was asked for: nothing, the piece, the action, the reason. */
  asked = $state<0 | 1 | 2 | 3>(0);
  looking = $state(false);
  private found = $state.raw<Found | null>(null);

  constructor(private readonly viewer: TableViewer) {}

  /** Whether a hint may be asked for: at tables of this browser with one person, at that person's turn. */
  get available(): boolean {
    const { table, live, over, trying, prompt } = this.viewer;
    const alone = peopleOf(table.state.table.seats).length === 1 && table.countHint !== undefined;
    return alone && live && !over && !trying && prompt !== undefined;
  }

  /** What was found, while its position is on the board. */
  get here(): Found | null {
    const { found } = this;
    const { path } = this.viewer;
    const stays = found !== null && found.path.length === path.length && startsWith(path, found.path);
    return stays && this.available ? found : null;
  }

  /** How much of the hint is shown. */
  get stage(): 0 | 1 | 2 | 3 {
    return this.here ? this.asked : 0;
  }

  /** The action that is pointed at. */
  get action(): string | null {
    return this.here?.action ?? null;
  }

  /** Shows more: the piece, the action, the reason. */
  async more(upTo: 1 | 2 | 3 = 1): Promise<void> {
    if (this.looking || !this.available) return;
    if (this.here) {
      this.asked = Math.min(3, this.asked + 1) as 1 | 2 | 3;
      return;
    }
    this.looking = true;
    try {
      this.found = await this.search();
      if (!this.found) return;
      this.asked = upTo;
      this.viewer.table.countHint?.();
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.looking = false;
    }
  }

  private async search(): Promise<Found | null> {
    const { table } = this.viewer.table.state;
    const path = this.viewer.path;
    const request = { history: historyOf(table, path), at: null, variations: 2, ...LIMITS };
    const report = await engines.of(table.game).ask('analyse', request);
    const [best, second] = report?.variations ?? [];
    const [action, ...rest] = best?.actions ?? [];
    if (!report || !best || action === undefined) return null;
    const other = second?.actions[0];
    return {
      path,
      action,
      line: await this.withSeats(path, [action, ...rest.slice(0, SHOWN - 1)]),
      chance: best.chance,
      wins: best.wins,
      depth: report.depth,
      other: second && other !== undefined ? { action: other, chance: second.chance } : null,
    };
  }

  /** Actions with the seats that do them. */
  private async withSeats(path: Step[], actions: string[]): Promise<Step[]> {
    const { table } = this.viewer.table.state;
    const steps: Step[] = [];
    for (const action of actions) {
      const history: History = historyOf(table, [...path, ...steps]);
      const asked = rules.of(table.game).ask('past', { history, at: null, own: [] });
      const frame: Frame | null = await asked.catch(() => null);
      const seat = typeof frame?.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats[0] : undefined;
      if (seat === undefined) break;
      steps.push({ seat, action, at: 0 });
    }
    return steps;
  }
}
