/// Somebody at a table: what they look at, what they try, what they are told.
import type { AnyText, HandProps } from '../board/contract';
import { lookOf } from '../board/seats';
import type { Frame, Line, Prompt, Refusal, Told, Word } from '../generated/house';
import { type House, hands, Refused, rules } from '../house/house';
import { settings, t, tell } from '../settings.svelte';
import { play, tap } from '../sound';
import { begins, seeing, seenOf } from './since';
import type { Table } from './table';
import { afterTrying, goesOn, type Place, shared, stillThere, type Variation } from './tries';

/** What the board shows. */
export interface Shown {
  frame: Frame;
  before: unknown;
  last: Told | null;
  /** What led there. */
  path: Told[];
  /** The number of the position, for the board: another number, another position. */
  step: number;
  motion: boolean;
}

/** How long each step is shown when a line is played by itself. */
const PACE = 1000;
/** Variations number their positions beyond any game's, and beyond each other's. */
const APART = 10_000;

export class Watch {
  /** The step that is looked at; nothing for the present. */
  cursor = $state<number | null>(null);
  /** The step that the mouse points at in the list. */
  peek = $state<number | null>(null);
  /** A line that the mouse points at elsewhere. */
  glance = $state.raw<Told[] | null>(null);
  /** What was tried beside the table. */
  tried = $state.raw<Variation[]>([]);
  /** The variation that is looked at, and how many steps of it. */
  inside = $state.raw<{ variation: Variation; at: number } | null>(null);
  /** Whether a press tries an action instead of playing it. */
  trying = $state(false);
  /** What plays by itself: a line to look at, or what happened since the last turn. */
  playing = $state<'line' | 'since' | null>(null);
  /** Before which step the actions begin that are new to whoever comes back. */
  since = $state<number | null>(null);
  shown = $state.raw<Shown | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** An action that waits for its confirmation. */
  pending = $state.raw<{ action: string; frame: Frame } | null>(null);
  /** What the live region says. */
  said = $state('');
  /** What somebody should read that is no refusal. */
  notice = $state('');

  /** Whether something on the board is still on its way. */
  busy = $state(false);

  /** What a board needs where something is done by hand. */
  readonly hand: HandProps;

  private turn = 0;
  /** How many steps of the table were shown, or offered to be shown. */
  private met = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: Table,
    readonly text: AnyText,
  ) {
    const { game } = table.state.table;
    const whose = (seat: number) => this.name(seat);
    this.hand = {
      begin: (what, steps) => this.begin(what, steps),
      feed: (wish) => hands.of(game).ask('feed', { wish }),
      model: (name) => rules.of(game).ask('model', { game, name }),
      show: (what) => {
        const seat = this.prompt?.seat;
        if (seat !== undefined && !this.mayTry && this.live) table.show?.(seat, what);
      },
      expect: (answer) => {
        // The game may be over by then, because of it.
        if (!this.trying) table.expect?.(answer);
      },
      busy: (is) => {
        this.busy = is;
      },
      get shown() {
        return table.shown ?? null;
      },
      knock: tap,
      name: whose,
    };
  }

  private get rules(): House {
    return rules.of(this.table.state.table.game);
  }

  /** How many steps the line has that is looked at. */
  get count(): number {
    return this.inside?.variation.steps.length ?? this.table.state.line.length;
  }

  /** Whether the board shows the present. */
  get live(): boolean {
    return this.cursor === null && this.peek === null && this.glance === null && this.inside === null;
  }

  get over(): boolean {
    const { turn } = this.table.state.frame;
    return typeof turn === 'object' && 'over' in turn;
  }

  /** Whether a press on the board only tries: always when the game is over, and whenever one likes. */
  get mayTry(): boolean {
    return (this.over || this.trying) && this.playing === null;
  }

  /** What the table asks whoever sits here to do now. */
  get prompt(): Prompt | undefined {
    return this.table.state.frame.prompts[0];
  }

  /** What a press on the board would answer: the table, or nobody but oneself. */
  get asked(): Prompt | undefined {
    if (this.mayTry) return this.shown?.frame.prompts[0];
    return this.live && !this.over ? this.prompt : undefined;
  }

  /** What led to the position that is looked at. */
  get path(): Told[] {
    if (this.inside) return this.inside.variation.steps.slice(0, this.inside.at);
    return this.table.state.line.slice(0, this.at);
  }

  /** The name of a seat. */
  name(seat: number): string {
    return this.table.state.table.seats[seat]?.name || t('person', { seat: seat + 1 });
  }

  /** How a seat looks. */
  look(seat: number) {
    return lookOf(seat, this.text.seats, this.table.state.table.seats.length);
  }

  /** An action in a few letters. */
  brief(action: string): string {
    return this.text.brief?.(action, this.table.state.table.setup.options, settings.lang) ?? action;
  }

  /** A line of this table's game, as the rules are asked about it. */
  lineOf(steps: Told[]): Line {
    const { game, setup } = this.table.state.table;
    return { game, setup, steps };
  }

  /** Shows what is looked at: called whenever the table, the cursor or the language changes. */
  async show(): Promise<void> {
    const { state } = this.table;
    const mine = ++this.turn;
    if (this.live && this.catchUp()) return;
    const path = this.glance ?? (this.peek === null ? this.path : state.line.slice(0, this.peek));
    const [frame, earlier] = await Promise.all([
      this.past(path),
      path.length > 0 ? this.past(path.slice(0, -1)) : null,
    ]);
    if (mine !== this.turn) return;
    const last = path.at(-1) ?? null;
    const known = this.shown?.path;
    const resting = this.peek !== null || this.glance !== null;
    const further = known !== undefined && path.length > known.length && goesOn(path, known);
    const stays = known?.length === path.length && goesOn(path, known);
    // What is moving still moves when something else at the table changes.
    const motion = !resting && (further || (stays && this.shown?.motion === true));
    if (!stays) this.refusal = null;
    const step = path.length + APART * (this.glance ? -1 : (this.inside?.variation.id ?? 0));
    this.shown = { frame, before: earlier?.view ?? null, last, path, step, motion };
    if (motion && further && last) this.tell(last, earlier?.view, frame.view);
  }

  /** Acts for the seat that is asked, or waits for a confirmation. */
  async act(action: string): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    this.refusal = null;
    this.notice = '';
    if (this.mayTry) {
      await this.tryOut(asked.seat, action);
      return;
    }
    if (settings.confirm && this.pending?.action !== action) {
      await this.try(async () => {
        const { frame } = await this.table.attempt(asked.seat, action);
        this.pending = { action, frame };
      });
      return;
    }
    this.pending = null;
    await this.try(() => this.table.act(asked.seat, action));
  }

  /** Tries something that may be forbidden: if it is, says by which article. */
  async attempt(action: string): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    if (this.mayTry) await this.tryOut(asked.seat, action);
    else await this.try(() => this.table.attempt(asked.seat, action));
  }

  /** Types an action: plays it if it is legal, explains it if it is not. */
  async type(action: string): Promise<boolean> {
    const { asked } = this;
    if (!asked) return false;
    if (this.mayTry) return this.tryOut(asked.seat, action);
    return this.try(() => this.table.act(asked.seat, action));
  }

  async say(seat: number, word: Word): Promise<void> {
    this.notice = '';
    this.leave();
    const asked = word === 'draw';
    await this.try(() => this.table.say(seat, word));
    const { frame } = this.table.state;
    if (asked && !frame.asked && !this.over) this.notice = t('declined');
  }

  /** Takes the last step of a turn back that goes on, if one may. */
  get takeBack(): (() => void) | null {
    const { asked } = this;
    const last = this.shown?.path.at(-1);
    if (!asked || !last || last.seat !== asked.seat || last.action === null) return null;
    if (this.inside) return () => this.back();
    return this.mayTry ? null : () => void this.say(asked.seat, 'take_back');
  }

  /** Looks at another step of the line; the last one of the table is the present. */
  lookAt(step: number): void {
    this.rest();
    const at = Math.max(0, Math.min(step, this.count));
    if (this.inside && at > this.inside.variation.from) this.inside = { ...this.inside, at };
    else {
      this.inside = null;
      this.cursor = at >= this.table.state.line.length ? null : at;
    }
  }

  /** The same, in the table's own line. */
  lookAtTable(step: number): void {
    this.rest();
    this.inside = null;
    this.lookAt(step);
  }

  /** The step that is looked at. */
  get at(): number {
    return this.inside?.at ?? this.cursor ?? this.table.state.line.length;
  }

  /** One step back. */
  back(): void {
    this.lookAt(this.at - 1);
  }

  /** Looks at a variation after so many steps. */
  enter(variation: Variation, at: number): void {
    this.rest();
    this.inside = { variation, at };
  }

  /** Follows a line from its beginning, as if each of its steps had been tried. */
  follow(steps: Told[]): void {
    this.rest();
    const { line } = this.table.state;
    const from = shared(steps, line);
    let place: Place = { variation: null, at: from };
    for (let at = from; at < steps.length; at++) {
      const step = steps[at];
      if (!step) break;
      const after = afterTrying(line, this.tried, steps.slice(0, at), step);
      this.tried = after.kept;
      place = after.place;
    }
    this.stand(place);
  }

  /** Forgets a variation. */
  forget(variation: Variation): void {
    if (this.inside?.variation.id === variation.id) this.lookAtTable(variation.from);
    this.tried = this.tried.filter((other) => other.id !== variation.id);
  }

  /** Back to the table as it is now. */
  leave(): void {
    this.rest();
    this.trying = false;
    this.inside = null;
    this.cursor = null;
    this.glance = null;
  }

  /** Plays the line that is looked at by itself, from here or from its beginning. */
  play(): void {
    if (this.at === this.count) this.lookAt(this.inside?.variation.from ?? 0);
    this.playing = 'line';
    this.next();
  }

  /** Shows again what happened since the last turn. */
  replay(): void {
    this.rest();
    this.inside = null;
    this.cursor = this.since;
    this.playing = 'since';
    this.next();
  }

  /** What plays by itself stops; what is new is at an end then, and the present is shown. */
  rest(): void {
    clearTimeout(this.timer);
    if (this.playing === 'since') {
      this.cursor = null;
      this.met = this.table.state.line.length;
    }
    this.playing = null;
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { playing } = this;
      if (!playing) return;
      const step = this.at + 1;
      this.lookAt(step);
      if (step >= this.count) return;
      this.playing = playing;
      if (playing === 'since') this.cursor = step;
      this.next();
    }, this.pace());
  }

  /** How long the step that was just shown stays. */
  private pace(): number {
    const last = this.path.at(-1);
    return (last?.action && this.text.pace?.(last.action)) || PACE;
  }

  /** Begins to show what happened meanwhile, if that is more than can be seen at once. */
  private catchUp(): boolean {
    const { line, frame, table } = this.table.state;
    if (this.since !== null && begins(line, frame.own, this.since) !== this.since) this.since = null;
    if (this.tried.length) this.tried = stillThere(line, this.tried);
    if (document.hidden) return false;
    const seen = this.shown ? this.met : this.over ? seenOf(table.id) : 0;
    const from = begins(line, frame.own, seen);
    this.met = line.length;
    seeing(table.id, line.length);
    // While one looks on, a single action is shown as it happens.
    if (from === null || (this.shown && line.length - from < 2)) return false;
    this.since = from;
    if (isStill()) return false;
    this.replay();
    return true;
  }

  private past(path: Told[]): Promise<Frame> | Frame {
    const { state } = this.table;
    const played = goesOn(state.line, path);
    if (played && path.length === state.line.length && !this.mayTry) return state.frame;
    if (played && !this.mayTry) return this.table.past(path.length);
    // Whoever tries plays for everybody.
    const own = state.table.seats.map((_, seat) => seat);
    return this.rules.ask('past', { line: this.lineOf(path), own });
  }

  private tryOut(seat: number, action: string): Promise<boolean> {
    const path = this.shown?.path ?? this.path;
    return this.try(async () => {
      const tried = await this.rules.ask('attempt', { line: this.lineOf(path), seat, action });
      const step = { seat, action: tried.action, at: 0 };
      const { kept, place } = afterTrying(this.table.state.line, this.tried, path, step);
      this.tried = kept;
      this.stand(place);
    });
  }

  /** Begins what somebody does by hand in the position on the board, or did after so many steps of what led to it. */
  private begin(what: string, steps?: number): Promise<boolean> {
    const path = this.shown?.path ?? this.path;
    const seat = steps === undefined ? this.asked?.seat : path.at(steps)?.seat;
    if (seat === undefined || seat === null) return Promise.resolve(false);
    const line = this.lineOf(path.slice(0, steps));
    return hands.of(line.game).ask('rehearse', { line, seat, what });
  }

  private stand({ variation, at }: Place): void {
    this.inside = variation && { variation, at };
    if (!variation) this.cursor = at >= this.table.state.line.length ? null : at;
  }

  private async try(deed: () => Promise<unknown>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
      play('refuse');
      return false;
    }
  }

  private tell(last: Told, before: unknown, after: unknown): void {
    play(before ? (this.text.sound?.(last, before, after) ?? 'place') : 'place');
    const who = last.seat === null ? '' : this.name(last.seat);
    const plain = `${who}: ${last.action ?? t('left')}`;
    this.said = this.text.tell?.(last, before, after, settings.lang) ?? plain;
  }
}

/** Whether somebody wants nothing to move. */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Why something was refused, in a sentence. */
export function reason(refusal: Refusal): string {
  if (refusal.why) return tell(refusal.why);
  const keys = {
    illegal: 'refusedIllegal',
    malformed: 'refusedMalformed',
    stale: 'refusedStale',
    out_of_time: 'refusedOutOfTime',
    over: 'refusedOver',
    not_seated: 'refusedNotSeated',
    nothing_to_take_back: 'refusedNothingToTakeBack',
    nothing_asked: 'refusedNothingAsked',
    already_asked: 'refusedAlreadyAsked',
  } as const;
  return t(keys[refusal.kind]);
}
