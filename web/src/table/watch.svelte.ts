/// Somebody at a table: what they look at, what they try, what they are told.
import type { GameText } from '../board/contract';
import { lookOf } from '../board/seats';
import type { Frame, Prompt, Refusal, Told, Word } from '../generated/house';
import { Refused } from '../house/house';
import { settings, t } from '../settings.svelte';
import { play } from '../sound';
import type { Table } from './table';

/** What the board shows. */
export interface Shown {
  frame: Frame;
  before: unknown;
  last: Told | null;
  step: number;
  motion: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: views belong to the games; the pages only hand them on.
type AnyText = GameText<any>;

export class Watch {
  /** The step that is looked at; nothing for the present. */
  cursor = $state<number | null>(null);
  /** The step that the mouse points at in the list. */
  peek = $state<number | null>(null);
  shown = $state.raw<Shown | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** An action that waits for its confirmation. */
  pending = $state.raw<{ action: string; frame: Frame } | null>(null);
  /** What the live region says. */
  said = $state('');
  /** What somebody should read that is no refusal. */
  notice = $state('');

  private turn = 0;

  constructor(
    readonly table: Table,
    readonly text: AnyText,
  ) {}

  /** How many steps were played. */
  get count(): number {
    return this.table.state.line.length;
  }

  /** Whether the board shows the present. */
  get live(): boolean {
    return this.cursor === null && this.peek === null;
  }

  /** What whoever sits here is asked to do now. */
  get prompt(): Prompt | undefined {
    return this.table.state.frame.prompts[0];
  }

  /** The name of a seat. */
  name(seat: number): string {
    return this.table.state.table.seats[seat]?.name || t('person', { seat: seat + 1 });
  }

  /** How a seat looks. */
  look(seat: number) {
    return lookOf(seat, this.text.seats, this.table.state.table.seats.length);
  }

  /** Shows what is looked at: called whenever the table, the cursor or the language changes. */
  async show(): Promise<void> {
    const { state } = this.table;
    const mine = ++this.turn;
    const step = Math.min(this.peek ?? this.cursor ?? state.line.length, state.line.length);
    const present = step === state.line.length;
    const [frame, earlier] = await Promise.all([
      present ? state.frame : this.table.past(step),
      step > 0 ? this.table.past(step - 1) : null,
    ]);
    if (mine !== this.turn) return;
    const last = step > 0 ? (state.line[step - 1] ?? null) : null;
    const from = this.shown?.step;
    const motion = this.peek === null && from !== undefined && step === from + 1;
    if (step !== from) this.refusal = null;
    this.shown = { frame, before: earlier?.view ?? null, last, step, motion };
    if (motion && last) this.tell(last, earlier?.view, frame.view);
  }

  /** Acts for the seat that is asked, or waits for a confirmation. */
  async act(action: string): Promise<void> {
    const { prompt } = this;
    if (!prompt || !this.live) return;
    this.refusal = null;
    this.notice = '';
    if (settings.confirm && this.pending?.action !== action) {
      await this.try(async () => {
        const { frame } = await this.table.attempt(prompt.seat, action);
        this.pending = { action, frame };
      });
      return;
    }
    this.pending = null;
    await this.try(() => this.table.act(prompt.seat, action));
  }

  /** Tries something that may be forbidden: if it is, says by which article. */
  async attempt(action: string): Promise<void> {
    const { prompt } = this;
    if (!prompt || !this.live) return;
    await this.try(() => this.table.attempt(prompt.seat, action));
  }

  /** Types an action: plays it if it is legal, explains it if it is not. */
  async type(action: string): Promise<boolean> {
    const { prompt } = this;
    if (!prompt || !this.live) return false;
    return this.try(() => this.table.act(prompt.seat, action));
  }

  async say(seat: number, word: Word): Promise<void> {
    this.notice = '';
    this.cursor = null;
    const asked = word === 'draw';
    await this.try(() => this.table.say(seat, word));
    const { frame } = this.table.state;
    if (asked && !frame.asked && typeof frame.turn === 'object' && !('over' in frame.turn))
      this.notice = t('declined');
  }

  /** Looks at another step; the last one is the present. */
  lookAt(step: number): void {
    const at = Math.max(0, Math.min(step, this.count));
    this.cursor = at === this.count ? null : at;
  }

  /** The step that is looked at. */
  get at(): number {
    return this.cursor ?? this.count;
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

/** Why something was refused, in a sentence. */
export function reason(refusal: Refusal): string {
  if (refusal.why) return refusal.why[settings.lang];
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
