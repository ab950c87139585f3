/// A block in the hand: what somebody wants, thirty times a second, and what the wood makes of it.
import type { HandProps } from '$board/contract';
import { between, ofRow, type Pose, type Row, toRow } from './pose';
import { about, after, type Vector } from './turns';

/** What a rehearsal shows; see `src/rehearsal.rs`. */
export interface Shown {
  phase: 'air' | 'held' | 'moving' | 'over';
  held: Row | null;
  aim: Row;
  landing: Row | null;
  moved: [number, Row][];
  gone: number[];
  fallen: number[];
  margin: number;
  top: number;
  left: number;
  answer: string | null;
}

/** A slice of time, in milliseconds. */
const SLICE = 1000 / 30;
/** The most slices that are caught up on at once; on a machine that is slower still, time is slower. */
const MOST = 8;
/** How far a wish may be ahead of a block that is held against something, in centimetres. */
const AHEAD = 1.5;
/** How fast a block is lowered until it touches, in centimetres a slice. */
const LOWERING = 0.2;
/** How far above where it would touch the lowering ends, in centimetres. */
const TOUCH = 0.03;
/** How much slower a fall is shown once more. */
const SLOWLY = 5;

/** Steps of a press: centimetres and radians. */
const STEPS = { plain: [0.3, Math.PI / 12], precise: [0.03, Math.PI / 180] } as const;

export class Hand {
  /** The block in the hand, or the one that a hand has just let go. */
  block = $state<number | null>(null);
  /** The plot over which it is. */
  plot = $state(0);
  shown = $state.raw<Shown | null>(null);
  precise = $state(false);
  /** Whether somebody else's hand is shown, or one's own once more. */
  replaying = $state(false);
  /** Whether it comes down by itself until it touches. */
  lowering = $state(false);

  private wish: Pose = { at: [0, 0, 0], turn: [0, 0, 0, 1] };
  private earlier: Shown | null = null;
  private since = 0;
  private turn = 0;
  private slow = 1;

  constructor(private props: () => HandProps | undefined) {}

  /** Whether somebody holds a block who may move it. */
  get holds(): boolean {
    return this.block !== null && !this.replaying && !this.isFree;
  }

  /** Whether the block was let go. */
  get isFree(): boolean {
    return this.shown?.phase === 'moving' || this.shown?.phase === 'over';
  }

  /** Takes a block up; says whether that is possible. */
  async take(block: number, plot: number): Promise<boolean> {
    const begun = await this.start(String(block), block, plot);
    if (begun) this.tell();
    return begun;
  }

  /** Shows what a hand did before the position on the board, once more or slowly. */
  async again(block: number, plot: number, gesture: string, slowly: boolean): Promise<boolean> {
    return this.start(`${block} ${gesture}`, block, plot, { steps: -2, slow: slowly ? SLOWLY : 1 });
  }

  /** Puts the block back, or stops showing. */
  drop(): void {
    // Whoever looks on sees that the hand is empty.
    if (this.holds) this.props()?.show('');
    this.turn++;
    this.block = null;
    this.shown = null;
    this.earlier = null;
    this.replaying = false;
    this.lowering = false;
    this.slow = 1;
  }

  /** Moves what the hand wants, in centimetres. */
  move([x, y, z]: Vector): void {
    if (!this.holds) return;
    this.lowering = false;
    const { at, turn } = this.wish;
    const reach = (place: number) => Math.max(-40, Math.min(40, place));
    this.wish = { at: [reach(at[0] + x), Math.max(0, Math.min(160, at[1] + y)), reach(at[2] + z)], turn };
  }

  /** Turns what the hand wants about an axis. */
  rotate(axis: Vector, angle: number): void {
    if (!this.holds) return;
    this.lowering = false;
    this.wish = { at: this.wish.at, turn: after(about(axis, angle), this.wish.turn) };
  }

  /** A press of a key or a button: one step along an axis. */
  nudge(axis: Vector): void {
    const [step] = STEPS[this.precise ? 'precise' : 'plain'];
    this.move(axis.map((part) => part * step) as Vector);
  }

  /** A press of a key or a button: one step about an axis. */
  twist(axis: Vector): void {
    const [, step] = STEPS[this.precise ? 'precise' : 'plain'];
    this.rotate(axis, step);
  }

  /** Comes down by itself until it touches. */
  lower(): void {
    if (this.holds) this.lowering = true;
  }

  /** Opens the hand; the action that it has come to. */
  async letGo(): Promise<string | null> {
    const props = this.props();
    if (!this.holds || !props) return null;
    const mine = this.turn;
    const answer = await props.feed({ let_go: true });
    if (mine !== this.turn) return null;
    this.hear(answer.shown as Shown);
    return answer.action;
  }

  /** Where the block is now, between two answers. */
  pose(now = performance.now()): Pose | null {
    const { held } = this.shown ?? {};
    if (!held) return null;
    const before = this.earlier?.held;
    return before ? between(ofRow(before), ofRow(held), this.share(now)) : ofRow(held);
  }

  /** Where the blocks of the tower are that are not where they were. */
  moved(now = performance.now()): Map<number, Pose> {
    const share = this.share(now);
    const before = new Map(this.earlier?.moved ?? []);
    return new Map(
      (this.shown?.moved ?? []).map(([block, row]) => {
        const was = before.get(block);
        return [block, was ? between(ofRow(was), ofRow(row), share) : ofRow(row)];
      }),
    );
  }

  /** Lets the others see the hand. */
  private tell(): void {
    const { held } = this.shown ?? {};
    if (this.holds && held) this.props()?.show(`${this.block} ${held.join(' ')}`);
  }

  private share(now: number): number {
    return Math.min(1, (now - this.since) / (SLICE * this.slow));
  }

  private async start(
    what: string,
    block: number,
    plot: number,
    again?: { steps: number; slow: number },
  ): Promise<boolean> {
    const props = this.props();
    if (!props) return false;
    this.drop();
    const mine = this.turn;
    if (!(await props.begin(what, again?.steps)) || mine !== this.turn) return false;
    const { shown } = await props.feed({});
    if (mine !== this.turn) return false;
    this.hear(shown as Shown);
    this.wish = ofRow((shown as Shown).aim);
    this.plot = plot;
    this.replaying = again !== undefined;
    this.slow = again?.slow ?? 1;
    this.block = block;
    void this.run(mine);
    return true;
  }

  /** Time passes until all is at rest. */
  private async run(mine: number): Promise<void> {
    let passed = performance.now();
    while (mine === this.turn && this.shown && this.shown.phase !== 'over') {
      const slice = SLICE * this.slow;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, passed + slice - performance.now())));
      if (mine !== this.turn) return;
      const now = performance.now();
      const slices = Math.min(MOST, Math.floor((now - passed) / slice));
      passed = slices === MOST ? now : passed + slices * slice;
      if (slices === 0) continue;
      const wish = this.isFree || this.replaying ? { pass: slices } : { targets: this.targets(slices) };
      if ('targets' in wish && wish.targets.length === 0) continue;
      const answer = await this.props()?.feed(wish);
      if (!answer || mine !== this.turn) return;
      const shown = answer.shown as Shown;
      if (this.shown && shown.fallen.length > this.shown.fallen.length) this.props()?.knock(0.9);
      else if (this.shown?.phase === 'air' && shown.phase === 'held') this.props()?.knock(0.05);
      else if (this.shown?.phase === 'moving' && shown.phase === 'over') this.props()?.knock(0.3);
      this.hear(shown);
      if (shown.answer && !this.replaying) this.props()?.expect(shown.answer);
      this.holdBack();
      this.tell();
    }
  }

  /** What the hand wants in each of the next slices; nothing where nothing changes. */
  private targets(slices: number): Row[] {
    const targets: Row[] = [];
    for (let slice = 0; slice < slices; slice++) {
      if (this.lowering) this.comeDown();
      targets.push(toRow(this.wish));
    }
    const { phase, aim } = this.shown ?? {};
    return phase === 'air' && aim && this.isAt(ofRow(aim)) ? [] : targets;
  }

  private isAt({ at, turn }: Pose): boolean {
    const sign = Math.sign(turn.reduce((sum, part, index) => sum + part * (this.wish.turn[index] ?? 0), 0));
    return (
      at.every((place, axis) => Math.abs(place - (this.wish.at[axis] ?? 0)) < 0.006) &&
      turn.every((part, index) => Math.abs(sign * part - (this.wish.turn[index] ?? 0)) < 0.001)
    );
  }

  private comeDown(): void {
    const { landing, held, moved } = this.shown ?? {};
    if (!landing || !held) return;
    const [x, y, z] = this.wish.at;
    // Below the block, not below the wish: whatever stands there may have moved.
    const end = ofRow(landing).at[1] + TOUCH;
    const arrived = ofRow(held).at[1] <= end + 0.02 || (moved?.length ?? 0) > 0;
    this.wish = { at: [x, Math.max(end, y - LOWERING), z], turn: this.wish.turn };
    if (arrived) this.lowering = false;
  }

  /** A hand that is held up does not run ahead of its block. */
  private holdBack(): void {
    const { phase, held } = this.shown ?? {};
    if (phase !== 'held' || !held || this.replaying) return;
    const here = ofRow(held).at;
    const at = this.wish.at.map((place, axis) => {
      const there = here[axis] ?? 0;
      return Math.min(there + AHEAD, Math.max(there - AHEAD, place));
    }) as Vector;
    this.wish = { at, turn: this.wish.turn };
  }

  private hear(shown: Shown): void {
    this.earlier = this.shown;
    this.shown = shown;
    this.since = performance.now();
  }
}
