/// An exercise on the board: the rules check each action first, then it is compared with the task.
import type { AnyText, HandProps } from '../board/contract';
import { lookOf } from '../board/seats';
import type { AnalysisReport, Frame, Prompt, Refusal, Setup, Step } from '../generated/protocol';
import { engines, type History, Refused, rehearsals, rules } from '../rules/rules';
import { applySteps } from '../rules/steps';
import { localize, settings } from '../settings.svelte';
import { play, tap } from '../sound';
import { actionsOf, judge, next } from './judge';

/** The task of an exercise. */
export interface Task {
  game: string;
  setup: Setup;
  /** The position in notation from which the line begins, if not the opening. */
  position?: string | null;
  /** What leads to the position. */
  line: string;
  /** The turns of the solution, each with all accepted ways to play it. */
  turns: string[][];
  /** What the other side plays between them. */
  replies: string[];
  /** Within how many turns it is to be won, if that is asked. */
  force?: number | null;
  /** Whether any way to win is right, and the engine judges and defends: there are no turns of a solution then. */
  open?: boolean;
}

/** The limits of the search that judges, and answers, turns of an open task. */
const PROOF = { nodes: 1_500_000, millis: 5_000 };

/** The limits of the search that tells a slower win from none. */
const SLOWER = { nodes: 150_000, millis: 1_200 };

/** At most so many actions of an open task are played by themselves. */
const LONGEST_LINE = 80;

/** The position on the board. */
interface Shown {
  frame: Frame;
  before: unknown;
  last: Step | null;
  step: number;
  motion: boolean;
}

/** The pause in which the player sees an action before it is taken back or answered. */
const pause = () => {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return new Promise((resolve) => setTimeout(resolve, still ? 150 : 900));
};

export class Exercise {
  shown = $state.raw<Shown | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Waiting for an action, playing, wrong, solved by the player, or solved by the page. */
  state = $state<'asked' | 'busy' | 'wrong' | 'done' | 'shown'>('asked');
  /** How many turns of the solution the player has found. */
  found = $state(0);
  /** Whether the wrong turn wins as well, only later. */
  slower = $state(false);
  /** What the live region announces. */
  announcement = $state('');
  /** The seat of the player. */
  seat = $state(0);

  /** What the board gets for actions that are done by hand. */
  readonly hand: HandProps;

  private steps: Step[] = [];
  /** How many steps led to the position. */
  private opening = 0;
  /** How many steps there were when the turn began. */
  private from = 0;
  private turn = 0;
  /** Each position that is shown has another number, also when one is shown again. */
  private number = 0;
  private left = false;
  /** What the engine would do next, once it was asked. */
  private helped = $state<string | undefined>();

  constructor(
    readonly task: Task,
    readonly text: AnyText,
  ) {
    const { game } = task;
    const quiet = () => {};
    this.hand = {
      begin: (what, steps) => this.startRehearsal(what, steps),
      feed: (wish) => rehearsals.of(game).ask('feed', { wish }),
      model: (name) => rules.of(game).ask('model', { game, name }),
      show: quiet,
      expect: quiet,
      busy: quiet,
      shown: null,
      knock: tap,
      name: (seat) => localize(this.look(seat).name),
      isOwn: () => false,
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

  /** What the player is prompted to do now. */
  get prompt(): Prompt | undefined {
    return this.state === 'asked' || this.state === 'wrong' ? this.shown?.frame.prompts?.[0] : undefined;
  }

  /** How a seat looks. */
  look(seat: number) {
    return lookOf(seat, this.text.seats, this.task.setup.seats);
  }

  /** The next action of the solution. */
  get expected(): string | undefined {
    if (this.task.open) return this.helped;
    return next(this.task.turns[this.turn] ?? [], this.played);
  }

  async act(action: string): Promise<void> {
    await this.type(action);
  }

  /** Plays an action, or shows why it is refused; returns whether it was played. */
  async type(action: string): Promise<boolean> {
    if (!this.prompt) return false;
    this.refusal = null;
    // No other action can be played until this one is judged.
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

  /** Checks an action that is not listed as legal, and shows the refusal with its article. */
  async attempt(action: string): Promise<void> {
    if (this.prompt) await this.try(action);
  }

  /** Plays the rest of the solution. */
  async solve(): Promise<void> {
    if (this.state === 'busy') return;
    this.state = 'busy';
    this.refusal = null;
    if (this.played.length > 0) await this.takeBack();
    const { turns, replies, open } = this.task;
    if (open) await this.playBest(() => true);
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

  /** Starts again from the beginning. */
  async again(): Promise<void> {
    if (this.state === 'busy') return;
    this.steps = this.steps.slice(0, this.opening);
    this.from = this.steps.length;
    this.turn = 0;
    this.found = 0;
    this.refusal = null;
    this.state = 'asked';
    await this.show(false);
  }

  /** Stops: the component was removed. */
  leave(): void {
    this.left = true;
  }

  private get played(): string[] {
    return this.steps.slice(this.from).map((step) => step.action ?? '');
  }

  /** Looks for what to do next in an open task. */
  async help(): Promise<void> {
    this.helped = (await this.analyse(PROOF))?.variations[0]?.actions[0];
  }

  /** Judges by the engine: whatever keeps a certain win is right. Then the engine answers. */
  private async judgeOpen(): Promise<void> {
    if (this.hasWon()) return this.finish();
    const [report] = await Promise.all([this.analyse(PROOF), pause()]);
    const best = report?.variations[0];
    const isOwn = report?.seat === this.seat;
    if ((isOwn ? best?.wins : best?.loses) == null) {
      play('refuse');
      await this.takeBack();
      this.state = 'wrong';
      return;
    }
    if (!isOwn) {
      await this.playBest((seat) => seat !== this.seat);
      if (this.hasWon()) return this.finish();
      this.found++;
      this.from = this.steps.length;
    }
    this.state = 'asked';
  }

  /** Plays what the engine would, as long as the game goes on and `goesOn` says so of the seat to act. */
  private async playBest(goesOn: (seat: number) => boolean): Promise<void> {
    for (let count = 0; count < LONGEST_LINE && !this.left; count++) {
      const seat = this.shown && toAct(this.shown.frame);
      if (seat === null || !goesOn(seat)) return;
      const action = (await this.analyse(PROOF))?.variations[0]?.actions[0];
      if (action === undefined) return;
      await this.perform(action);
      await pause();
    }
  }

  private async judge(): Promise<void> {
    this.helped = undefined;
    if (this.task.open) return this.judgeOpen();
    const { turns, replies } = this.task;
    const verdict = judge(turns[this.turn] ?? [], this.played);
    // A won game solves the exercise, whichever way it was won.
    if (this.hasWon()) this.finish();
    else if (verdict === 'wrong') {
      play('refuse');
      const [slower] = await Promise.all([this.winsLater(), pause()]);
      this.slower = slower;
      await this.takeBack();
      this.state = 'wrong';
    } else if (verdict === 'on') this.state = 'asked';
    else if (this.turn + 1 >= turns.length) this.finish();
    else {
      await pause();
      this.found = this.turn + 1;
      await this.answer(replies[this.turn] ?? '');
      this.turn++;
      this.from = this.steps.length;
      this.state = 'asked';
    }
  }

  /** Whether the position on the board is a proven win for the player, where a win within some turns was asked. */
  private async winsLater(): Promise<boolean> {
    if (!this.task.force) return false;
    const report = await this.analyse(SLOWER);
    const [best] = report?.variations ?? [];
    return (report?.seat === this.seat ? best?.wins : best?.loses) != null;
  }

  private analyse(limits: typeof PROOF): Promise<AnalysisReport | null> {
    const request = { history: this.history, at: null, variations: 1, ...limits };
    const asked = engines.of(this.task.game).ask('analyse', request);
    return asked.catch(() => null);
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

  /** The action in canonical notation; `null`, and a refusal is shown, if it is illegal. */
  private async try(action: string): Promise<string | null> {
    try {
      const request = { history: this.history, at: null, seat: this.seat, action };
      return (await rules.of(this.task.game).ask('attempt', request)).action;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
      play('refuse');
      return null;
    }
  }

  private async perform(action: string): Promise<void> {
    const seat = this.shown ? toAct(this.shown.frame) : null;
    await this.addStep({ seat, action, at: 0 });
    await this.playNature();
  }

  /** Adds a step, shows it and announces it. */
  private async addStep(last: Step): Promise<void> {
    const { shown } = this;
    this.steps.push(last);
    await this.show(true);
    const [before, after] = [shown?.frame.view, this.shown?.frame.view];
    play(before ? (this.text.sound?.(last, before, after) ?? 'place') : 'place');
    this.announcement = this.text.tell?.(last, before, after, settings.lang) ?? last.action ?? '';
  }

  /** Plays actions from the beginning on, and Nature's answers with them. */
  private async playOut(actions: string[]): Promise<{ frame: Frame; steps: Step[] }> {
    const { game, setup, position = null } = this.task;
    const worker = rules.of(game);
    const table = await worker.ask('open', { game, setup, position, clock: 'none', bots: [], seed: 1 });
    let state = await worker.ask('state', { table, now: 0, seen: 0 });
    let steps = state.steps.added;
    for (const action of actions) {
      const { seat, prompt } = state.frame.prompts?.[0] ?? { seat: 0, prompt: 0 };
      await worker.ask('act', { table, seat, prompt, action, now: 0 });
      state = await worker.ask('state', { table, now: 0, seen: state.log });
      steps = applySteps(steps, state.steps);
    }
    void worker.ask('close', { table });
    return { frame: state.frame, steps };
  }

  /** What Nature answers, if it is Nature's turn. */
  private async playNature(): Promise<void> {
    if (this.shown?.frame.turn !== 'nature') return;
    const actions = this.steps.flatMap(({ seat, action }) =>
      seat === null || action === null ? [] : [action],
    );
    const { steps } = await this.playOut(actions);
    for (const answer of steps.slice(this.steps.length)) await this.addStep(answer);
  }

  /** Begins what is done by hand, here or as it was done before. */
  private startRehearsal(what: string, steps?: number): Promise<boolean> {
    const seat = steps === undefined ? this.seat : this.steps.at(steps)?.seat;
    if (seat === undefined || seat === null) return Promise.resolve(false);
    const at = this.steps.slice(0, steps).length;
    return rehearsals.of(this.task.game).ask('rehearse', { history: this.history, at, seat, what });
  }

  private async show(motion: boolean): Promise<void> {
    const count = this.steps.length;
    const [frame, earlier] = await Promise.all([this.past(count), count > 0 ? this.past(count - 1) : null]);
    const last = this.steps[count - 1] ?? null;
    this.number += motion ? 1 : 2;
    this.shown = { frame, before: earlier?.view ?? null, last, step: this.number, motion };
  }

  private past(at: number): Promise<Frame> {
    return rules.of(this.task.game).ask('past', { history: this.history, at, own: [this.seat] });
  }

  private get history(): History {
    const { game, setup, position = null } = this.task;
    return { game, setup, position, steps: [...this.steps] };
  }
}

/** The seat that is to act. */
function toAct(frame: Frame): number | null {
  const { turn } = frame;
  return typeof turn === 'object' && 'seats' in turn ? (turn.seats[0] ?? null) : null;
}
