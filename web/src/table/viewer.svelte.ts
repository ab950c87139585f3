/// What the page shows of a table to its viewer: the step on the board, variations, messages.
import type { AnyText, HandProps } from '../board/contract';
import { lookOf } from '../board/seats';
import type { Prompt, Refusal, Step } from '../generated/protocol';
import { type History, Refused, type RulesWorker, rehearsals, rules } from '../rules/rules';
import { commonLength, startsWith } from '../rules/steps';
import { localize, settings, t } from '../settings.svelte';
import { play, tap } from '../sound';
import { firstMissed, markSeen, seenSteps } from './missed';
import { seatNames } from './names';
import type { Shown } from './shown';
import { historyOf, type PlayerDeclaration, type ShownFrame, type Table } from './table';
import { isByDays } from './terms';
import { addTriedStep, type StepPlace, type Variation, withSharedStart } from './variations';

/** How long autoplay shows each step, in milliseconds. */
const STEP_DURATION = 1000;
/** The replay of what a viewer missed takes no longer, in milliseconds. */
const LONGEST_REPLAY = 10_000;
/** The numbers of the positions of a variation start at its id times this: no game has as many steps. */
const VARIATION_STRIDE = 10_000;

export class TableViewer {
  /** The step of the table that is shown; `null` for the latest. */
  cursor = $state<number | null>(null);
  /** The step of the list under the mouse. */
  hoveredStep = $state<number | null>(null);
  /** The steps to a position that the mouse points at outside of the list. */
  previewPath = $state.raw<Step[] | null>(null);
  /** The variations that were tried. */
  variations = $state.raw<Variation[]>([]);
  /** The variation that is shown, and how many steps of it. */
  openVariation = $state.raw<{ variation: Variation; at: number } | null>(null);
  /** Whether a press on the board tries an action instead of playing it. */
  trying = $state(false);
  /** What autoplay shows: the steps from here on, or those that the viewer missed. */
  autoplay = $state<'steps' | 'missed' | null>(null);
  /** The number of steps before the first one that the viewer missed. */
  missedFrom = $state<number | null>(null);
  shown = $state.raw<Shown | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** An action that waits for its confirmation. */
  pending = $state.raw<{ action: string; frame: ShownFrame } | null>(null);
  /** What the live region announces. */
  announcement = $state('');
  /** A message to the viewer that is no refusal. */
  notice = $state('');

  /** Whether the board still animates the last action. */
  busy = $state(false);

  /** What the board gets for actions that are done by hand. */
  readonly hand: HandProps;

  /** Counts the calls of `refresh`, so that a late answer does not replace a newer one. */
  private refreshes = 0;
  /** How many steps of the table were shown, or offered for replay. */
  private seen = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: Table,
    readonly text: AnyText,
  ) {
    const { game } = table.state.table;
    this.hand = {
      begin: (what, steps) => this.startRehearsal(what, steps),
      feed: (wish) => rehearsals.of(game).ask('feed', { wish }),
      model: (name) => rules.of(game).ask('model', { game, name }),
      show: (what) => {
        const seat = this.prompt?.seat;
        if (seat !== undefined && !this.mayTry && this.live) table.show?.(seat, what);
      },
      expect: (answer) => {
        // Not `mayTry`: the answer itself may have ended the game.
        if (!this.trying) table.expect?.(answer);
      },
      busy: (is) => {
        this.busy = is;
      },
      get shown() {
        return table.shown ?? null;
      },
      knock: tap,
      link: async () => {
        const path = await table.address(this.seenOf(this.path));
        return new URL(path.replace(/\?at=\d+/, '$&&again'), location.href).href;
      },
      name: (seat) => this.name(seat),
      isOwn: (seat) => this.isOwn(seat),
    };
  }

  private get rules(): RulesWorker {
    return rules.of(this.table.state.table.game);
  }

  /** How many steps the table has, or the variation that is shown. */
  get count(): number {
    return this.openVariation?.variation.steps.length ?? this.table.state.steps.length;
  }

  /** Whether the board shows the latest position of the table. */
  get live(): boolean {
    return (
      this.cursor === null &&
      this.hoveredStep === null &&
      this.previewPath === null &&
      this.openVariation === null
    );
  }

  get over(): boolean {
    const { turn } = this.table.state.frame;
    return typeof turn === 'object' && 'over' in turn;
  }

  /** Whether a press on the board tries an action: always after the game, otherwise if `trying` is on. */
  get mayTry(): boolean {
    return (this.over || this.trying) && this.autoplay === null && this.canReview;
  }

  /** Whether earlier positions can be shown: not where only older rules could replay the steps. */
  get canReview(): boolean {
    return !this.table.state.table.outdated;
  }

  /** Whether each action is confirmed: as the settings say, otherwise in games by days. */
  get confirms(): boolean {
    return settings.confirm ?? isByDays(this.table.state.table.clock);
  }

  /** The steps since the viewer's own last action: a round, where others acted in it. */
  get round(): Step[] {
    const { steps, frame } = this.table.state;
    const from = firstMissed(steps, frame.own, 0);
    const since = from === null || frame.own.length !== 1 ? [] : steps.slice(from);
    return since.filter((step) => !this.isQuiet(step));
  }

  /** What the table prompts the viewer's seats to do now. */
  get prompt(): Prompt | undefined {
    return this.table.state.frame.prompts[0];
  }

  /** The prompt that a press on the board answers: of the table, or of the position in which actions are tried. */
  get activePrompt(): Prompt | undefined {
    if (this.mayTry) return this.shown?.frame.prompts?.[0];
    return this.live && !this.over ? this.prompt : undefined;
  }

  /** The steps to the position that is shown. */
  get path(): Step[] {
    if (this.openVariation) return this.openVariation.variation.steps.slice(0, this.openVariation.at);
    return this.table.state.steps.slice(0, this.at);
  }

  /** The name of a seat. */
  name(seat: number): string {
    const { table, frame } = this.table.state;
    const looks = table.seats.map((_, other) => localize(this.look(other).name));
    return seatNames(table.seats, frame.own, looks)[seat] ?? '';
  }

  /** Whether it is the only seat of the viewer. */
  isOwn(seat: number): boolean {
    const { own } = this.table.state.frame;
    return own.length === 1 && own[0] === seat;
  }

  /** How a seat looks. */
  look(seat: number) {
    return lookOf(seat, this.text.seats, this.table.state.table.seats.length);
  }

  /** A short text for an action. */
  brief(action: string): string {
    return this.text.brief?.(action, this.table.state.table.setup.options, settings.lang) ?? action;
  }

  /** Loads the position to show. Called whenever the table, the cursor or the language changes. */
  async refresh(): Promise<void> {
    const { state } = this.table;
    const mine = ++this.refreshes;
    if (this.live && this.startMissedReplay()) return;
    const path =
      this.previewPath ?? (this.hoveredStep === null ? this.path : state.steps.slice(0, this.hoveredStep));
    const seen = this.seenOf(path);
    const [frame, before] = await this.load(path, seen);
    if (mine !== this.refreshes) return;
    const last = path[seen - 1] ?? null;
    const shownPath = this.shown?.path;
    const hovering = this.hoveredStep !== null || this.previewPath !== null;
    const further = shownPath !== undefined && path.length > shownPath.length && startsWith(path, shownPath);
    const stays = shownPath?.length === path.length && startsWith(path, shownPath);
    // After quiet steps, what was in sight is in sight still.
    const quietly = further && this.shown?.seen === seen;
    // A running animation goes on when something else at the table changes.
    const goesOn = (stays || quietly) && this.shown?.motion === true;
    const motion = !hovering && ((further && !quietly) || goesOn);
    if (!stays) this.refusal = null;
    const step =
      path.length + VARIATION_STRIDE * (this.previewPath ? -1 : (this.openVariation?.variation.id ?? 0));
    this.shown = { frame, before, last, path, step, motion, seen };
    if (motion && further && !quietly && last) this.announce(last, before, frame.view);
  }

  /** Plays or tries an action of the seat that is prompted; if the settings say so, asks for a confirmation first. */
  async act(action: string): Promise<void> {
    const prompt = this.activePrompt;
    if (!prompt) return;
    this.refusal = null;
    this.notice = '';
    if (this.mayTry) {
      await this.tryOut(prompt.seat, action);
      return;
    }
    if (this.confirms && this.pending?.action !== action) {
      await this.catchRefusal(async () => {
        const { frame } = await this.table.attempt(prompt.seat, action);
        this.pending = { action, frame };
      });
      return;
    }
    this.pending = null;
    await this.catchRefusal(() => this.table.act(prompt.seat, action));
  }

  /** Checks an action that is not listed as legal, and shows the refusal with its article. */
  async attempt(action: string): Promise<void> {
    const prompt = this.activePrompt;
    if (!prompt) return;
    if (this.mayTry) await this.tryOut(prompt.seat, action);
    else await this.catchRefusal(() => this.table.attempt(prompt.seat, action));
  }

  /** Plays a typed action, or shows why it is refused; returns whether it was played. */
  async type(action: string): Promise<boolean> {
    const prompt = this.activePrompt;
    if (!prompt) return false;
    if (this.mayTry) return this.tryOut(prompt.seat, action);
    return this.catchRefusal(() => this.table.act(prompt.seat, action));
  }

  /** Makes a declaration for a seat of the viewer. */
  async declare(seat: number, declaration: PlayerDeclaration): Promise<void> {
    this.notice = '';
    this.goToLatest();
    await this.catchRefusal(() => this.table.declare(seat, declaration));
    const { frame } = this.table.state;
    if (declaration === 'draw' && !frame.offer && !this.over) this.notice = t('declined');
  }

  /** Takes back the last action that was tried; `null` where nothing was. The table is not asked. */
  get undoTrial(): (() => void) | null {
    return this.openVariation ? () => this.back() : null;
  }

  /** Takes back the last step of a turn that is not finished; `null` where that is not possible. */
  get takeBack(): (() => void) | null {
    const prompt = this.activePrompt;
    const last = this.shown?.path.at(-1);
    if (!prompt || !last || last.seat !== prompt.seat || last.action === null) return null;
    if (this.openVariation) return () => this.back();
    return this.mayTry ? null : () => void this.declare(prompt.seat, 'take_back');
  }

  /** Shows another step of the table, or of the variation that is open. */
  goTo(step: number): void {
    if (!this.canReview) return;
    this.stopAutoplay();
    const at = Math.max(0, Math.min(step, this.count));
    if (this.openVariation && at > this.openVariation.variation.from)
      this.openVariation = { ...this.openVariation, at };
    else {
      this.openVariation = null;
      this.cursor = at >= this.table.state.steps.length ? null : at;
    }
  }

  /** Shows a step of the table, and leaves the variation. */
  goToTable(step: number): void {
    this.stopAutoplay();
    this.openVariation = null;
    this.goTo(step);
  }

  /** The number of the step that is shown. */
  get at(): number {
    return this.openVariation?.at ?? this.cursor ?? this.table.state.steps.length;
  }

  /** One step back. */
  back(): void {
    this.goTo(this.at - 1);
  }

  /** Shows a variation after so many steps. */
  enter(variation: Variation, at: number): void {
    this.stopAutoplay();
    this.openVariation = { variation, at };
  }

  /** Tries a sequence of steps from the opening, and shows its end. */
  tryAll(steps: Step[]): void {
    this.stopAutoplay();
    const played = this.table.state.steps;
    const from = commonLength(steps, played);
    let place: StepPlace = { variation: null, at: from };
    for (let at = from; at < steps.length; at++) {
      const step = steps[at];
      if (!step) break;
      const after = addTriedStep(played, this.variations, steps.slice(0, at), step);
      this.variations = after.variations;
      place = after.place;
    }
    this.show(place);
  }

  /** Deletes a variation. */
  deleteVariation(variation: Variation): void {
    if (this.openVariation?.variation.id === variation.id) this.goToTable(variation.from);
    this.variations = this.variations.filter((other) => other.id !== variation.id);
  }

  /** Shows the latest position of the table. */
  goToLatest(): void {
    this.stopAutoplay();
    this.trying = false;
    this.openVariation = null;
    this.cursor = null;
    this.previewPath = null;
  }

  /** Starts autoplay from the step that is shown, or from the first one if it is the last. */
  startAutoplay(): void {
    if (!this.canReview) return;
    if (this.at === this.count) this.goTo(this.openVariation?.variation.from ?? 0);
    this.autoplay = 'steps';
    this.scheduleNext();
  }

  /** Replays the steps that the viewer missed. */
  replayMissed(): void {
    this.stopAutoplay();
    this.openVariation = null;
    this.cursor = this.missedFrom;
    this.autoplay = 'missed';
    this.scheduleNext();
  }

  /** Stops autoplay. If it replayed missed steps, the latest position is shown. */
  stopAutoplay(): void {
    clearTimeout(this.timer);
    if (this.autoplay === 'missed') {
      this.cursor = null;
      this.seen = this.table.state.steps.length;
    }
    this.autoplay = null;
  }

  private scheduleNext(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { autoplay } = this;
      if (!autoplay) return;
      const step = this.at + 1;
      this.goTo(step);
      if (step >= this.count) return;
      this.autoplay = autoplay;
      if (autoplay === 'missed') this.cursor = step;
      this.scheduleNext();
    }, this.duration());
  }

  /** How long autoplay shows the step that is on the board. */
  private duration(): number {
    const pace = ({ action }: Step) => (action && this.text.pace?.(action)) || STEP_DURATION;
    const last = this.path.at(-1);
    const usual = last ? pace(last) : STEP_DURATION;
    if (this.autoplay !== 'missed' || this.missedFrom === null) return usual;
    const whole = this.table.state.steps.slice(Math.max(0, this.missedFrom - 1)).map(pace);
    const sum = whole.reduce((all, one) => all + one, 0);
    return usual * Math.min(1, LONGEST_REPLAY / sum);
  }

  /** Replays what the viewer missed, unless it is a single step or nothing; returns whether it does. */
  private startMissedReplay(): boolean {
    const { steps, frame, table } = this.table.state;
    if (this.missedFrom !== null && firstMissed(steps, frame.own, this.missedFrom) !== this.missedFrom)
      this.missedFrom = null;
    if (this.variations.length) this.variations = withSharedStart(steps, this.variations);
    if (document.hidden || !this.canReview) return false;
    const seen = this.shown ? this.seen : this.over ? seenSteps(table.id) : 0;
    const from = firstMissed(steps, frame.own, seen);
    this.seen = steps.length;
    markSeen(table.id, steps.length);
    // A single action is animated by the board itself.
    if (from === null || (this.shown && steps.length - from < 2)) return false;
    this.missedFrom = from;
    if (prefersReducedMotion()) return false;
    this.replayMissed();
    return true;
  }

  /**
   * The frame of a position, and the view before its last step. Both are taken from the table and from what is shown
   * already where possible: a step that is added to the table, or any other change of it, costs no request.
   */
  private async load(path: Step[], seen: number): Promise<[ShownFrame, unknown]> {
    const { state } = this.table;
    const isPlayed = startsWith(state.steps, path);
    const isLatest = isPlayed && path.length === state.steps.length && !this.mayTry;
    if (!this.canReview) return [state.frame, null];
    // Actions of every seat can be tried.
    const own = isPlayed && !this.mayTry ? state.frame.own : state.table.seats.map((_, seat) => seat);
    const known = this.shown && String(this.shown.frame.own) === String(own) ? this.shown : null;
    const shared = known ? commonLength(path, known.path) : 0;
    const stays = known?.path.length === path.length && shared === path.length;
    const before = seen - 1;
    const follows = known?.path.length === before && shared === before;
    const quietly = known?.seen === seen && shared === known.path.length;
    const past = (at: number) => this.rules.ask('past', { history: this.historyWith(path), at, own });
    const view = async (at: number) => (at < 0 ? null : (await past(at)).view);
    return Promise.all([
      isLatest ? state.frame : stays ? known.frame : past(path.length),
      stays || quietly ? known.before : follows ? known.frame.view : view(before),
    ]);
  }

  /** Whether nobody sees what a step did. */
  isQuiet({ action }: Step): boolean {
    return action !== null && this.text.quiet?.(action) === true;
  }

  /** How many steps there are without the quiet ones at the end. */
  private seenOf(path: Step[]): number {
    return path.findLastIndex((step) => !this.isQuiet(step)) + 1;
  }

  /** The longest history that begins with these steps: the rules are asked about one of its positions. */
  private historyWith(path: Step[]): History {
    const { table, steps } = this.table.state;
    const variation = this.openVariation?.variation.steps ?? [];
    return historyOf(table, [steps, variation].find((longer) => startsWith(longer, path)) ?? path);
  }

  private tryOut(seat: number, action: string): Promise<boolean> {
    const path = this.shown?.path ?? this.path;
    return this.catchRefusal(async () => {
      const history = this.historyWith(path);
      const tried = await this.rules.ask('attempt', { history, at: path.length, seat, action });
      const step = { seat, action: tried.action, at: 0 };
      const { variations, place } = addTriedStep(this.table.state.steps, this.variations, path, step);
      this.variations = variations;
      this.show(place);
    });
  }

  /** Starts a rehearsal in the position on the board, or in the one after the first `steps` steps that led to what is in sight. */
  private startRehearsal(what: string, steps?: number): Promise<boolean> {
    const whole = this.shown?.path ?? this.path;
    const path = steps === undefined ? whole : whole.slice(0, this.seenOf(whole));
    const seat = steps === undefined ? this.activePrompt?.seat : path.at(steps)?.seat;
    if (seat === undefined || seat === null) return Promise.resolve(false);
    const history = this.historyWith(path);
    const at = path.slice(0, steps).length;
    return rehearsals.of(history.game).ask('rehearse', { history, at, seat, what });
  }

  private show({ variation, at }: StepPlace): void {
    this.openVariation = variation && { variation, at };
    if (!variation) this.cursor = at >= this.table.state.steps.length ? null : at;
  }

  /** Runs something; shows the refusal if there is one, and returns whether there was none. */
  private async catchRefusal(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
      play('refuse');
      return false;
    }
  }

  private announce(last: Step, before: unknown, after: unknown): void {
    play(before ? (this.text.sound?.(last, before, after) ?? 'place') : 'place');
    const who = last.seat === null ? '' : this.name(last.seat);
    const plain = `${who}: ${last.action ?? t('seatLeft')}`;
    this.announcement = this.text.tell?.(last, before, after, settings.lang) ?? plain;
  }
}

/** Whether the system asks for no animation. */
function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
