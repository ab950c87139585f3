/// Something to be done on the board: judged by the rules first, then by what was asked for.
import type { AnyText, HandProps } from '../board/contract';
import { lookOf } from '../board/seats';
import type { Frame, Line, Prompt, Refusal, Setup, Told } from '../generated/house';
import { hands, Refused, rules } from '../house/house';
import { settings, tell } from '../settings.svelte';
import { play, tap } from '../sound';
import { actionsOf, judge, next } from './judge';

/** What is asked for, and how it goes on. */
export interface Task {
  game: string;
  setup: Setup;
  /** What leads to the position. */
  line: string;
  /** The turns that are asked for, each in all ways in which it may be done. */
  turns: string[][];
  /** What the other side plays between them. */
  replies: string[];
}

/** What the board shows. */
interface Shown {
  frame: Frame;
  before: unknown;
  last: Told | null;
  step: number;
  motion: boolean;
}

/** How long somebody looks at what they did before it is taken back, or answered. */
const pause = () => {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return new Promise((resolve) => setTimeout(resolve, still ? 150 : 900));
};

export class Exercise {
  shown = $state.raw<Shown | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Where one stands: asked, looking at what happens, told that it was wrong, done, or shown how. */
  state = $state<'asked' | 'busy' | 'wrong' | 'done' | 'shown'>('asked');
  /** What the live region says. */
  said = $state('');
  /** Whose exercise it is. */
  seat = $state(0);

  /** For games in which something is done by hand. */
  readonly hand: HandProps;

  private steps: Told[] = [];
  /** How many steps led to the position. */
  private opening = 0;
  /** How many steps there were when the turn began. */
  private from = 0;
  private turn = 0;
  /** Each position that is shown has another number, also when one is shown again. */
  private number = 0;
  private left = false;

  constructor(
    readonly task: Task,
    readonly text: AnyText,
  ) {
    const { game } = task;
    const quiet = () => {};
    this.hand = {
      begin: (what, steps) => this.takeUp(what, steps),
      feed: (wish) => hands.of(game).ask('feed', { wish }),
      model: (name) => rules.of(game).ask('model', { game, name }),
      show: quiet,
      expect: quiet,
      busy: quiet,
      shown: null,
      knock: tap,
      name: (seat) => tell(this.look(seat).name),
    };
  }

  /** Plays the line that leads to the position. */
  async begin(): Promise<void> {
    const { frame, steps } = await this.playOut(actionsOf(this.task.line));
    this.steps = steps;
    this.opening = steps.length;
    this.seat = toAct(frame) ?? 0;
    this.from = this.steps.length;
    await this.show(false);
  }

  /** What one is asked to do now. */
  get prompt(): Prompt | undefined {
    return this.state === 'asked' || this.state === 'wrong' ? this.shown?.frame.prompts[0] : undefined;
  }

  /** How a seat looks. */
  look(seat: number) {
    return lookOf(seat, this.text.seats, this.task.setup.seats);
  }

  /** The action that comes next, if all goes well. */
  get expected(): string | undefined {
    return next(this.task.turns[this.turn] ?? [], this.played);
  }

  async act(action: string): Promise<void> {
    await this.type(action);
  }

  /** Types an action: plays it if it is legal, explains it if it is not. */
  async type(action: string): Promise<boolean> {
    if (!this.prompt) return false;
    this.refusal = null;
    // Nothing else can be pressed before this is judged.
    const { state } = this;
    this.state = 'busy';
    const attempted = await this.try(action);
    if (!attempted) {
      this.state = state;
      return false;
    }
    await this.perform(attempted);
    await this.judge();
    return true;
  }

  /** Tries something that may be forbidden: if it is, says by which article. */
  async attempt(action: string): Promise<void> {
    if (this.prompt) await this.try(action);
  }

  /** Plays what is left as it should be. */
  async solve(): Promise<void> {
    if (this.state === 'busy') return;
    this.state = 'busy';
    this.refusal = null;
    if (this.played.length > 0) await this.takeBack();
    const { turns, replies } = this.task;
    for (; this.turn < turns.length && !this.left; this.turn++) {
      for (const action of actionsOf(turns[this.turn]?.[0] ?? '')) {
        await this.perform(action);
        await pause();
      }
      if (this.turn + 1 < turns.length) await this.answer(replies[this.turn] ?? '');
      this.from = this.steps.length;
    }
    this.state = 'shown';
  }

  /** From the beginning. */
  async again(): Promise<void> {
    if (this.state === 'busy') return;
    this.steps = this.steps.slice(0, this.opening);
    this.from = this.steps.length;
    this.turn = 0;
    this.refusal = null;
    this.state = 'asked';
    await this.show(false);
  }

  /** Nobody looks any more. */
  leave(): void {
    this.left = true;
  }

  private get played(): string[] {
    return this.steps.slice(this.from).map((step) => step.action ?? '');
  }

  private async judge(): Promise<void> {
    const { turns, replies } = this.task;
    const verdict = judge(turns[this.turn] ?? [], this.played);
    // Whoever has won has done it, whichever way it was.
    if (this.hasWon()) this.finish();
    else if (verdict === 'wrong') {
      play('refuse');
      await pause();
      await this.takeBack();
      this.state = 'wrong';
    } else if (verdict === 'on') this.state = 'asked';
    else if (this.turn + 1 >= turns.length) this.finish();
    else {
      await pause();
      await this.answer(replies[this.turn] ?? '');
      this.turn++;
      this.from = this.steps.length;
      this.state = 'asked';
    }
  }

  private finish(): void {
    this.state = 'done';
    play('end');
  }

  private hasWon(): boolean {
    const turn = this.shown?.frame.turn;
    if (typeof turn !== 'object' || !('over' in turn)) return false;
    const { places } = turn.over;
    return places[this.seat] === 1 && places.some((place) => place > 1);
  }

  private async answer(reply: string): Promise<void> {
    for (const action of actionsOf(reply)) {
      await this.perform(action);
      await pause();
    }
  }

  private async takeBack(): Promise<void> {
    this.steps = this.steps.slice(0, this.from);
    await this.show(false);
  }

  /** The action in its usual notation, or nothing if it is refused. */
  private async try(action: string): Promise<string | null> {
    try {
      const line = this.line(this.steps.length);
      return (await rules.of(this.task.game).ask('attempt', { line, seat: this.seat, action })).action;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
      play('refuse');
      return null;
    }
  }

  private async perform(action: string): Promise<void> {
    const seat = this.shown ? toAct(this.shown.frame) : null;
    await this.note({ seat, action, at: 0 });
    await this.hearNature();
  }

  /** One more step, seen and told. */
  private async note(last: Told): Promise<void> {
    const { shown } = this;
    this.steps.push(last);
    await this.show(true);
    const [before, after] = [shown?.frame.view, this.shown?.frame.view];
    play(before ? (this.text.sound?.(last, before, after) ?? 'place') : 'place');
    this.said = this.text.tell?.(last, before, after, settings.lang) ?? last.action ?? '';
  }

  /** Plays actions from the opening on, and Nature's answers with them. */
  private async playOut(actions: string[]): Promise<{ frame: Frame; steps: Told[] }> {
    const { game, setup } = this.task;
    const own = Array.from({ length: setup.seats }, (_, seat) => seat);
    const house = rules.of(game);
    const table = await house.ask('open', { game, setup, clock: 'none', seed: 1 });
    let frame = await house.ask('frame', { table, own, now: 0 });
    for (const action of actions) {
      const { seat, prompt } = frame.prompts[0] ?? { seat: 0, prompt: 0 };
      await house.ask('act', { table, seat, prompt, action, now: 0 });
      frame = await house.ask('frame', { table, own, now: 0 });
    }
    const steps = await house.ask('told', { table, own, from: 0 });
    void house.ask('close', { table });
    return { frame, steps };
  }

  /** What Nature answers, if it is Nature's turn. */
  private async hearNature(): Promise<void> {
    if (this.shown?.frame.turn !== 'nature') return;
    const actions = this.steps.flatMap(({ seat, action }) =>
      seat === null || action === null ? [] : [action],
    );
    const { steps } = await this.playOut(actions);
    for (const answer of steps.slice(this.steps.length)) await this.note(answer);
  }

  /** Begins what is done by hand, here or as it was done before. */
  private takeUp(what: string, steps?: number): Promise<boolean> {
    const seat = steps === undefined ? this.seat : this.steps.at(steps)?.seat;
    if (seat === undefined || seat === null) return Promise.resolve(false);
    const line = this.line(this.steps.slice(0, steps).length);
    return hands.of(this.task.game).ask('rehearse', { line, seat, what });
  }

  private async show(motion: boolean): Promise<void> {
    const count = this.steps.length;
    const [frame, earlier] = await Promise.all([this.past(count), count > 0 ? this.past(count - 1) : null]);
    const last = this.steps[count - 1] ?? null;
    this.number += motion ? 1 : 2;
    this.shown = { frame, before: earlier?.view ?? null, last, step: this.number, motion };
  }

  private past(steps: number): Promise<Frame> {
    return rules.of(this.task.game).ask('past', { line: this.line(steps), own: [this.seat] });
  }

  private line(steps: number): Line {
    const { game, setup } = this.task;
    return { game, setup, steps: this.steps.slice(0, steps) };
  }
}

/** The seat that is to act. */
function toAct(frame: Frame): number | null {
  const { turn } = frame;
  return typeof turn === 'object' && 'seats' in turn ? (turn.seats[0] ?? null) : null;
}
