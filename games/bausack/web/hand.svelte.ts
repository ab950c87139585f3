/// A block in the hand: sends the player's targets to the simulation, thirty times a second, and keeps what it answers.
import type { HandProps } from '$board/contract';
import { Impacts } from './impacts';
import { models } from './models.svelte';
import { onNextSide, ownAxis } from './orientation';
import { interpolated, ofRow, type Pose, toRow } from './pose';
import { multiply, rotationAbout, type Vector } from './quaternion';
import type { HandInput, HandState, PoseRow } from './types';

/** A slice of time, in milliseconds. */
const SLICE = 1000 / 30;
/** The most slices that are simulated at once; on a machine that is slower still, simulated time is slower. */
const MOST = 8;
/** How far the target may be ahead of a block that is blocked by another, in centimetres. */
const AHEAD = 1.5;
/** How fast a block is lowered until it touches, in centimetres a slice. */
const LOWERING = 0.2;
/** The same for a hand that trembles: haste would make it worse. */
const CAREFUL = 0.11;
/** How far above the landing the lowering ends, in centimetres. */
const TOUCH = 0.03;
/** The factor of slow motion. */
const SLOW_MOTION = 5;
/** The factor while something falls, and for how long, in milliseconds. */
const FALL_MOTION = 3;
const FALL_TIME = 2600;

/** The step of one key press: centimetres and radians. */
const STEPS = { plain: [0.3, Math.PI / 12], precise: [0.03, Math.PI / 180] } as const;

/** The same in the air, for a block that begins beside the tower. */
const FAR_STEP = 0.8;

export class Hand {
  /** The block in the hand, or the block that was just let go; null if there is none. */
  block = $state<number | null>(null);
  /** The plot over which the block is. */
  plot = $state(0);
  /** The last answer of the simulation. */
  shown = $state.raw<HandState | null>(null);
  precise = $state(false);
  /** Whether a recorded hand is replayed. */
  replaying = $state(false);
  /** Whether the block is lowered automatically until it touches. */
  lowering = $state(false);

  /** Where the player wants the block. */
  private wish: Pose = { at: [0, 0, 0], turn: [0, 0, 0, 1] };
  /** The answer before the last, and when the last came. */
  private earlier: HandState | null = null;
  private since = 0;
  /** Counts the blocks that were taken: what belongs to an earlier one is ignored. */
  private session = 0;
  private slow = 1;
  /** The factor that was asked for, and when the first block fell. */
  private pace = 1;
  private fellAt: number | null = null;
  private impacts = new Impacts();

  /** `opened` is told of a placement when the hand has opened by itself; `still` is whether nothing is slowed down. */
  constructor(
    private props: () => HandProps | undefined,
    private opened: (action: string) => void,
    private still: boolean,
  ) {}

  /** Whether the player holds a block. */
  get holds(): boolean {
    return this.block !== null && !this.replaying && !this.isFree;
  }

  /** Whether the block was let go. */
  get isFree(): boolean {
    return this.shown?.phase === 'moving' || this.shown?.phase === 'over';
  }

  /** Whether the hand trembles. */
  get trembles(): boolean {
    return this.shown?.trembles ?? false;
  }

  /** Where the block would land, for the eyes of a steady hand. */
  get preview(): PoseRow | null {
    return this.trembles ? null : (this.shown?.landing ?? null);
  }

  /** Takes a block into the hand; returns whether that is possible. */
  async take(block: number, plot: number): Promise<boolean> {
    const begun = await this.start(String(block), block, plot);
    if (begun) this.showOthers();
    return begun;
  }

  /** Replays the gesture that led to the position on the board, in slow motion or not; returns whether that is possible. */
  async replay(block: number, plot: number, gesture: string, slowly: boolean): Promise<boolean> {
    return this.start(`${block} ${gesture}`, block, plot, { steps: -2, slow: slowly ? SLOW_MOTION : 1 });
  }

  /** Puts the block back, or stops the replay. */
  drop(): void {
    // Other viewers see that the hand is empty.
    if (this.holds) this.props()?.show('');
    this.session++;
    this.block = null;
    this.shown = null;
    this.earlier = null;
    this.replaying = false;
    this.lowering = false;
    this.slow = 1;
  }

  /** Moves the target, in centimetres. */
  move([x, y, z]: Vector): void {
    if (!this.holds) return;
    this.lowering = false;
    const { at, turn } = this.wish;
    const reach = (place: number) => Math.max(-40, Math.min(40, place));
    this.wish = { at: [reach(at[0] + x), Math.max(0, Math.min(160, at[1] + y)), reach(at[2] + z)], turn };
  }

  /** Rotates the target about an axis. */
  rotate(axis: Vector, angle: number): void {
    if (!this.holds) return;
    this.lowering = false;
    this.wish = { at: this.wish.at, turn: multiply(rotationAbout(axis, angle), this.wish.turn) };
  }

  /** Moves the target by one step along an axis. */
  nudge(axis: Vector): void {
    const [near] = STEPS[this.precise ? 'precise' : 'plain'];
    // A block that is taken up beside the tower has some way to go.
    const isFar = this.trembles && !this.precise && this.shown?.phase === 'air';
    const step = isFar ? FAR_STEP : near;
    this.move(axis.map((part) => part * step) as Vector);
  }

  /** Rotates the target by one step about an axis. */
  twist(axis: Vector): void {
    const [, step] = STEPS[this.precise ? 'precise' : 'plain'];
    this.rotate(axis, step);
  }

  /** Lays the block over by a quarter, about its own axis that is nearest to an axis of the viewer. */
  layOver(axis: Vector, sign: number): void {
    this.rotate(ownAxis(this.wish.turn, axis), (sign * Math.PI) / 2);
  }

  /** Lays the block on its next side; half a turn goes about an axis of the viewer. */
  nextSide(across: Vector): void {
    const model = this.block === null ? undefined : models()[this.block];
    if (!this.holds || !model) return;
    this.lowering = false;
    this.wish = { at: this.wish.at, turn: onNextSide(this.wish.turn, model, across) };
  }

  /** Lowers the block automatically until it touches. */
  lower(): void {
    if (this.holds) this.lowering = true;
  }

  /** Lets the block go; returns the action of the placement, or null if there is none. */
  async letGo(): Promise<string | null> {
    const props = this.props();
    if (!this.holds || !props) return null;
    const mine = this.session;
    const answer = await this.feed(props, { let_go: true });
    if (mine !== this.session) return null;
    this.keep(answer.state);
    return answer.action;
  }

  /** The pose of the block now, interpolated between the last two answers. */
  pose(now = performance.now()): Pose | null {
    const { held } = this.shown ?? {};
    if (!held) return null;
    const before = this.earlier?.held;
    return before ? interpolated(ofRow(before), ofRow(held), this.share(now)) : ofRow(held);
  }

  /** The poses of the blocks of the tower that have moved, interpolated in the same way. */
  moved(now = performance.now()): Map<number, Pose> {
    const share = this.share(now);
    const before = new Map(this.earlier?.moved ?? []);
    return new Map(
      (this.shown?.moved ?? []).map(([block, row]) => {
        const was = before.get(block);
        return [block, was ? interpolated(ofRow(was), ofRow(row), share) : ofRow(row)];
      }),
    );
  }

  /** Sends the pose of the block to other viewers. */
  private showOthers(): void {
    const { held } = this.shown ?? {};
    if (this.holds && held) this.props()?.show(`${this.block} ${held.join(' ')}`);
  }

  /** How far the picture is between the last two answers, from 0 to 1. */
  private share(now: number): number {
    return Math.min(1, (now - this.since) / (SLICE * this.slow));
  }

  /** Feeds the simulation. */
  private async feed(
    props: HandProps,
    input: HandInput,
  ): Promise<{ state: HandState; action: string | null }> {
    const { shown, action } = await props.feed(input);
    return { state: shown as HandState, action };
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
    const mine = this.session;
    if (!(await props.begin(what, again?.steps)) || mine !== this.session) return false;
    const { state } = await this.feed(props, {});
    if (mine !== this.session) return false;
    this.keep(state);
    this.wish = ofRow(state.aim);
    this.plot = plot;
    this.replaying = again !== undefined;
    this.slow = this.pace = again?.slow ?? 1;
    this.fellAt = null;
    this.impacts = new Impacts();
    this.block = block;
    void this.run(mine);
    return true;
  }

  /** Simulates in real time until all blocks are at rest. */
  private async run(mine: number): Promise<void> {
    let passed = performance.now();
    while (mine === this.session && this.shown && this.shown.phase !== 'over') {
      const slice = SLICE * this.slow;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, passed + slice - performance.now())));
      if (mine !== this.session) return;
      const now = performance.now();
      const slices = Math.min(MOST, Math.floor((now - passed) / slice));
      passed = slices === MOST ? now : passed + slices * slice;
      if (slices === 0) continue;
      const input: HandInput =
        this.isFree || this.replaying ? { pass: slices } : { targets: this.targets(slices) };
      if (input.targets?.length === 0) continue;
      const props = this.props();
      if (!props) return;
      const { state, action } = await this.feed(props, input);
      if (mine !== this.session) return;
      const opens = action !== null && !this.isFree && !this.replaying;
      this.sound(state, slices);
      this.keep(state);
      this.slowDown(now);
      if (opens && action !== null) this.opened(action);
      if (state.answer && !this.replaying) this.props()?.expect(state.answer);
      this.limitWish();
      this.showOthers();
    }
  }

  /** What is heard of a new state. */
  private sound(state: HandState, slices: number): void {
    const [props, before] = [this.props(), this.shown];
    if (!props || !before) return;
    const mass = (block: number) => models()[block]?.mass ?? 0;
    const blows = this.impacts.between(before, state, this.block, slices, mass);
    if (blows.length > 0) props.knock(Math.max(...blows));
    else if (before.phase === 'air' && state.phase === 'held') props.knock(0.05);
    else if (before.phase === 'moving' && state.phase === 'over') props.knock(0.1);
  }

  /** A fall is seen in slow motion, for a while. */
  private slowDown(now: number): void {
    if (this.still || !this.shown?.fallen.length) return;
    this.fellAt ??= now;
    this.slow = now - this.fellAt < FALL_TIME ? Math.max(this.pace, FALL_MOTION) : this.pace;
  }

  /** The targets of the next slices; none if nothing would change. */
  private targets(slices: number): PoseRow[] {
    const targets: PoseRow[] = [];
    for (let slice = 0; slice < slices; slice++) {
      if (this.lowering) this.lowerWish();
      targets.push(toRow(this.wish));
    }
    const { phase, aim } = this.shown ?? {};
    // A hand that trembles never keeps still.
    return phase === 'air' && !this.trembles && aim && this.isAt(ofRow(aim)) ? [] : targets;
  }

  /** Whether the target is that pose. */
  private isAt({ at, turn }: Pose): boolean {
    const sign = Math.sign(turn.reduce((sum, part, index) => sum + part * (this.wish.turn[index] ?? 0), 0));
    return (
      at.every((place, axis) => Math.abs(place - (this.wish.at[axis] ?? 0)) < 0.006) &&
      turn.every((part, index) => Math.abs(sign * part - (this.wish.turn[index] ?? 0)) < 0.001)
    );
  }

  /** Lowers the target for one slice. */
  private lowerWish(): void {
    const { landing, held, moved } = this.shown ?? {};
    if (!landing || !held) return;
    const [x, y, z] = this.wish.at;
    // The landing is that of the block, not of the target: the tower may have moved.
    const end = ofRow(landing).at[1] + TOUCH;
    const down = Math.max(end, y - (this.trembles ? CAREFUL : LOWERING));
    this.wish = { at: [x, down, z], turn: this.wish.turn };
    // What trembles arrives when it is wanted no lower.
    const arrived = this.trembles ? down === end : ofRow(held).at[1] <= end + 0.02;
    if (arrived || (moved?.length ?? 0) > 0) this.lowering = false;
  }

  /** Keeps the target near a block that is blocked by another. */
  private limitWish(): void {
    const { phase, held } = this.shown ?? {};
    if (phase !== 'held' || !held || this.replaying) return;
    const here = ofRow(held).at;
    const at = this.wish.at.map((place, axis) => {
      const there = here[axis] ?? 0;
      return Math.min(there + AHEAD, Math.max(there - AHEAD, place));
    }) as Vector;
    this.wish = { at, turn: this.wish.turn };
  }

  /** Keeps an answer of the simulation. */
  private keep(state: HandState): void {
    this.earlier = this.shown;
    this.shown = state;
    this.since = performance.now();
  }
}
