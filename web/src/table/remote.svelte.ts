/// A table on the server: people who may be anywhere, and bots of the house.
import type { Attempted, Frame, Line, Word } from '../generated/house';
import type { Channel, SeatInfo, Spoken, TableFrame, TableInfo } from '../generated/server';
import { type Refused, rules } from '../house/house';
import { called, recordOf } from '../online.svelte';
import { botName } from './bots';
import { type Done, ServerLine } from './line';
import { follow, type Sitting, type Table, type TableState } from './table';

/** A frame follows what was done; whoever waits for it waits no longer than this. */
const FRAME_COMES = 1500;
/** The least time between two messages of what a hand is doing. */
const SHOWING = 100;

/** What is known of a table on a server, besides what every table has. */
export interface Around {
  info: TableInfo;
  talk: Spoken[];
  watchers: number;
}

export class RemoteTable implements Table {
  state: TableState;
  around: Around;
  shown: { seat: number; what: string } | null;
  private showing = 0;
  /** The action that was sent last. */
  private deed: Promise<Done> | undefined;
  private line: ServerLine;
  private next: (() => void)[] = [];
  /** What the server said last, while the page shows what an action will do. */
  private known: TableState | undefined;

  private constructor(
    first: TableFrame,
    line: ServerLine,
    private readonly token: string | null,
  ) {
    this.line = line;
    this.state = $state.raw(stateAfter(first, undefined));
    this.around = $state.raw(aroundAfter(first, undefined));
    this.shown = $state.raw(null);
  }

  /** Goes to the table of that id, until `gone`; throws `Refused` where one may not look. */
  static enter(id: string, token: string | null, gone: AbortSignal, lost: () => void): Promise<RemoteTable> {
    return new Promise((resolve, reject) => {
      let table: RemoteTable | undefined;
      const line = new ServerLine(id, token, {
        frame: (frame) => {
          if (table) table.hear(frame);
          else {
            table = new RemoteTable(frame, line, token);
            resolve(table);
          }
        },
        shown: ({ seat, what }) => {
          if (table) table.shown = { seat, what };
        },
        connection: (connection) => {
          if (table) table.state = { ...table.state, connection };
          else if (connection === 'lost') lost();
        },
        barred: (error: Refused) => reject(error),
      });
      gone.addEventListener('abort', () => line.hangUp());
    });
  }

  async act(seat: number, action: string): Promise<void> {
    const prompt = this.state.frame.prompts.find((asked) => asked.seat === seat)?.prompt ?? 0;
    const deed = this.line.ask({ do: 'act', seat, prompt, action });
    this.deed = deed;
    const hope = { alive: true };
    void this.foresee(seat, action, hope);
    try {
      await this.done(deed);
    } finally {
      hope.alive = false;
      // What was refused, or overtaken, has not happened.
      if (this.known) this.state = { ...this.known, connection: this.state.connection };
      this.known = undefined;
    }
  }

  async say(seat: number, word: Word): Promise<void> {
    await this.done(this.line.ask({ do: 'say', seat, word }));
  }

  attempt(seat: number, action: string): Promise<Attempted> {
    const line = this.upTo();
    return rules.of(line.game).ask('attempt', { line, seat, action });
  }

  past(steps: number): Promise<Frame> {
    const line = this.upTo(steps);
    return rules.of(line.game).ask('past', { line, own: this.state.frame.own });
  }

  /** Who may not find the table by itself gets the link to watch it. */
  async address(steps: number): Promise<string> {
    const { id, watch, open } = this.around.info;
    const token = open ? null : (watch ?? this.token);
    return `/table/${id}?at=${steps}${token ? `#watch:${token}` : ''}`;
  }

  record(): Promise<string> {
    return recordOf(this.state.table.id, this.token);
  }

  leave(): void {
    this.line.hangUp();
  }

  /** Says something to others. */
  async talk(channel: Channel, text: string): Promise<void> {
    await this.line.ask({ do: 'talk', channel, text });
  }

  /** Takes a seat: that of a link, one's own after a rematch, or any that is free. */
  async join(token: string | null): Promise<void> {
    await this.done(this.line.ask({ do: 'join', seat: null, token }));
  }

  /** Gives a seat up before the start. */
  async giveUp(seat: number): Promise<void> {
    await this.done(this.line.ask({ do: 'leave', seat }));
  }

  /** Starts: bots take the empty seats. */
  async start(bot: string): Promise<void> {
    await this.done(this.line.ask({ do: 'start', bot }));
  }

  /** Ends it without a result. */
  async abort(): Promise<void> {
    await this.done(this.line.ask({ do: 'abort' }));
  }

  /** Opens another table for the same people and gives its id. */
  async rematch(): Promise<string> {
    const { table } = await this.line.ask({ do: 'rematch' });
    return table ?? '';
  }

  /** Gives a token with which an own seat moves to another device. */
  async handOver(seat: number): Promise<string> {
    const { token } = await this.line.ask({ do: 'hand_over', seat });
    return token ?? '';
  }

  /** Comes anew, after somebody's name has changed. */
  async renew(): Promise<void> {
    const back = this.nextFrame();
    this.line.renew();
    await back;
  }

  /** Ten times a second at most; nobody misses what came between, but for the hand that is empty. */
  show(seat: number, what: string): void {
    const now = performance.now();
    if (what && now - this.showing < SHOWING) return;
    this.showing = now;
    this.line.tell({ do: 'show', seat, what });
  }

  /** Nature answers right after the action. */
  expect(answer: string): void {
    const { deed } = this;
    this.deed = undefined;
    void deed?.then(
      ({ entry }) =>
        entry !== undefined && this.line.tell({ do: 'expect', entry: entry + 1, action: answer }),
      () => {},
    );
  }

  private upTo(steps = this.state.line.length): Line {
    const { game, setup } = this.state.table;
    return { game, setup, steps: this.state.line.slice(0, steps) };
  }

  /** Shows at once what the rules say of an action; the server's word replaces it. */
  private async foresee(seat: number, action: string, hope: { alive: boolean }): Promise<void> {
    const before = this.state;
    const tried = await this.attempt(seat, action).catch(() => null);
    if (!tried || !hope.alive || this.state !== before) return;
    const { own, clocks, asked } = before.frame;
    this.known = before;
    this.state = {
      ...before,
      frame: { ...tried.frame, own, clocks, asked, prompts: [] },
      line: [...before.line, { seat, action: tried.action, at: 0 }],
    };
  }

  private hear(frame: TableFrame): void {
    this.state = stateAfter(frame, this.known ?? this.state);
    this.known = undefined;
    this.around = aroundAfter(frame, this.around);
    this.shown = null;
    for (const heard of this.next.splice(0)) heard();
  }

  private nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      this.next.push(resolve);
      setTimeout(resolve, FRAME_COMES);
    });
  }

  /** What was done is told before it is shown: this waits for both. */
  private async done(deed: Promise<Done>): Promise<void> {
    await deed;
    await this.nextFrame();
  }
}

function stateAfter({ table, frame: told, line, fresh }: TableFrame, known?: TableState): TableState {
  const frame: Frame = told;
  const { id, game, options, clock, created } = table;
  const seats = table.seats.map(sitting);
  const acting = typeof frame.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats : [];
  const playing = table.status === 'playing';
  return {
    seq: (known?.seq ?? -1) + 1,
    table: { id, game, setup: { seats: seats.length, options }, clock, seats, started: created },
    frame,
    line: follow(fresh ? [] : (known?.line ?? []), line),
    received: performance.now(),
    thinking: playing ? acting.filter((seat) => seats[seat]?.kind === 'bot') : [],
    connection: 'online',
  };
}

function aroundAfter({ table, talk, watchers, fresh }: TableFrame, known?: Around): Around {
  // Where there are no links, none are sent.
  const info = { ...table, links: table.links ?? [] };
  return { info, talk: [...(fresh ? [] : (known?.talk ?? [])), ...talk], watchers };
}

function sitting({ kind, name, bot, arrived, present }: SeatInfo): Sitting {
  if (kind === 'bot') return { kind: 'bot', name: botName(bot ?? ''), bot: bot ?? '', present: true };
  if (kind === 'open' || kind === 'link') return { kind: 'open', name: '', present: false };
  return { kind: 'person', name: called(name ?? ''), present: present && arrived };
}
