/// A position that is being set up: changed piece by piece, and judged by the rules after each change.
import type { AnyEditor, AnyView } from '../board/contract';
import type { AnalysisReport, Frame, Refusal, Setup } from '../generated/protocol';
import { Cancelled, engines, type History, Refused, rules } from '../rules/rules';
import type { Placed } from './position-link';

/** How long the engine looks at a position that somebody asks about. */
const OPINION = { nodes: 400_000, millis: 2_000 };
/** How long it looks for a win of which a puzzle is made. */
const PROOF = { nodes: 1_500_000, millis: 5_000 };

/** What one can come back to. */
interface Draft {
  view: AnyView;
  next: number;
}

export class SetUp {
  /** What the board draws. */
  view = $state.raw<AnyView>(null);
  /** The seat to act. */
  next = $state(0);
  setup = $state.raw<Setup>({ seats: 0, options: {} });
  /** The position as the rules read it; `null` while they refuse it. */
  frame = $state.raw<Frame | null>(null);
  /** Why the rules refuse it. */
  refusal = $state.raw<Refusal | null>(null);
  /** The piece to put down; none erases. */
  piece = $state<string | null>(null);
  /** Another number, another position. */
  number = $state(0);
  /** What the engine says of the position. */
  report = $state.raw<AnalysisReport | null>(null);
  thinking = $state<'opinion' | 'proof' | null>(null);
  /** Whether a win for the seat to act is proven; `null` before anybody asked. */
  isWin = $state<boolean | null>(null);
  private drafts = $state.raw<Draft[]>([]);
  /** Whether the pieces are those of the opening, which has no notation of its own. */
  private isOpening = $state(false);

  constructor(
    readonly game: string,
    readonly editor: AnyEditor,
  ) {}

  /** Shows a position that the rules read, or the opening. */
  async start({ setup, position }: Placed): Promise<void> {
    this.setup = setup;
    this.drafts = [];
    const opening = await this.read(null);
    if (!opening) return;
    this.isOpening = position === null;
    const frame = position === null ? opening : await this.read(position);
    const refused = this.refusal;
    this.view = (frame ?? opening).view;
    this.next = seatToAct(frame ?? opening) ?? 0;
    this.piece = this.editor.pieces(this.view)[0]?.id ?? null;
    this.accept(frame);
    this.refusal = refused;
  }

  /** The position in notation. */
  get position(): string {
    return this.editor.notation(this.view, this.next);
  }

  get placed(): Placed {
    return { setup: this.setup, position: this.isOpening ? null : this.position };
  }

  /** Whether the game goes on from the position. */
  get isPlayable(): boolean {
    return this.frame !== null && seatToAct(this.frame) !== null;
  }

  /** The article by which the game is over there, or nothing; `null` where it goes on or the rules refuse it. */
  get over(): string | null {
    const turn = this.frame?.turn;
    return typeof turn === 'object' && 'over' in turn ? (turn.over.by ?? '') : null;
  }

  get canUndo(): boolean {
    return this.drafts.length > 0;
  }

  press(spot: string): void {
    this.change(this.editor.put(this.view, this.piece, spot));
  }

  erase(spot: string): void {
    this.change(this.editor.put(this.view, null, spot));
  }

  carry(from: string, to: string | null): void {
    if (to === null) this.erase(from);
    else this.change(this.editor.move(this.view, from, to));
  }

  count(id: string, value: number): void {
    this.change(this.editor.count(this.view, id, value));
  }

  clear(): void {
    this.change(this.editor.bare(this.view));
  }

  turnTo(next: number): void {
    this.change(this.view, next);
  }

  undo(): void {
    const last = this.drafts.at(-1);
    if (!last) return;
    this.drafts = this.drafts.slice(0, -1);
    this.view = last.view;
    this.next = last.next;
    void this.judge();
  }

  /** Asks the engine what it would play. */
  async ask(): Promise<void> {
    this.report = null;
    this.report = await this.analyse('opinion', 3, OPINION);
  }

  /** Looks for a proof that the seat to act wins. */
  async prove(): Promise<void> {
    this.isWin = null;
    const report = await this.analyse('proof', 1, PROOF);
    if (report) this.isWin = report.variations[0]?.wins != null;
  }

  private change(view: AnyView, next = this.next): void {
    if (view === this.view && next === this.next) return;
    this.drafts = [...this.drafts.slice(-99), { view: this.view, next: this.next }];
    this.isOpening = false;
    this.view = view;
    this.next = next;
    void this.judge();
  }

  /** Asks the rules for the position; the answer to an earlier draft is dropped. */
  private async judge(): Promise<void> {
    this.forget();
    this.frame = null;
    const mine = this.number;
    const frame = await this.read(this.position, () => this.number === mine);
    if (this.number !== mine) return;
    if (frame) this.view = frame.view;
    this.accept(frame);
  }

  private accept(frame: Frame | null): void {
    this.forget();
    this.frame = frame;
  }

  /** What was said of another position no longer counts. */
  private forget(): void {
    this.number++;
    this.report = null;
    this.isWin = null;
    if (this.thinking) engines.of(this.game).cancel();
    this.thinking = null;
  }

  private async read(position: string | null, isWanted = () => true): Promise<Frame | null> {
    const own = Array.from({ length: this.setup.seats }, (_, seat) => seat);
    try {
      const frame = await rules.of(this.game).ask('past', { history: this.history(position), at: null, own });
      if (isWanted()) this.refusal = null;
      return frame;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isWanted()) this.refusal = error.refusal;
      return null;
    }
  }

  private history(position: string | null): History {
    return { game: this.game, setup: this.setup, position, steps: [] };
  }

  private async analyse(
    what: 'opinion' | 'proof',
    variations: number,
    limits: typeof OPINION,
  ): Promise<AnalysisReport | null> {
    if (this.thinking) return null;
    this.thinking = what;
    const mine = this.number;
    try {
      const request = { history: this.history(this.placed.position), at: null, variations, ...limits };
      const report = await engines.of(this.game).ask('analyse', request);
      return this.number === mine ? report : null;
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      return null;
    } finally {
      if (this.number === mine) this.thinking = null;
    }
  }
}

/** The first seat that is to act; `null` where the game is over. */
function seatToAct({ turn }: Frame): number | null {
  return typeof turn === 'object' && 'seats' in turn ? (turn.seats[0] ?? null) : null;
}
