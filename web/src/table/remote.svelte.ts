/// A table on the server, to which people and bots connect.

import { displayName, fetchRecord } from '../api.svelte';
import type { Attempted, Word as Declaration, Frame, Line as GameSteps } from '../generated/house';
import type { Channel, Spoken as ChatMessage, SeatInfo, TableFrame, TableInfo } from '../generated/server';
import { type Refused, rules } from '../rules/rules';
import { botName } from './bots';
import { Connection, type Done } from './connection';
import { applyChange, type Occupant, type Table, type TableState } from './table';

/** The server sends a frame after each change; a caller waits for it at most so long, in milliseconds. */
const FRAME_TIMEOUT = 1500;
/** The least time between two messages about the hand, in milliseconds. */
const HAND_INTERVAL = 100;

/** What only tables on a server have. */
export interface RemoteDetails {
  info: TableInfo;
  chat: ChatMessage[];
  watchers: number;
}

export class RemoteTable implements Table {
  state: TableState;
  details: RemoteDetails;
  shown: { seat: number; what: string } | null;
  /** When the last message about the hand was sent, by `performance.now()`. */
  private handSentAt = 0;
  /** The action that was sent last. */
  private lastAction: Promise<Done> | undefined;
  private connection: Connection;
  private frameWaiters: (() => void)[] = [];
  /** The state that the server sent last, while the page shows the expected result of an action. */
  private confirmed: TableState | undefined;

  private constructor(
    first: TableFrame,
    connection: Connection,
    private readonly token: string | null,
  ) {
    this.connection = connection;
    this.state = $state.raw(stateAfter(first, undefined));
    this.details = $state.raw(detailsAfter(first, undefined));
    this.shown = $state.raw(null);
  }

  /** Connects to the table with that id until `left` is aborted. Rejects with `Refused` if the viewer is not admitted. */
  static enter(
    id: string,
    token: string | null,
    left: AbortSignal,
    onLost: () => void,
  ): Promise<RemoteTable> {
    return new Promise((resolve, reject) => {
      let table: RemoteTable | undefined;
      const connection = new Connection(id, token, {
        onFrame: (frame) => {
          if (table) table.receive(frame);
          else {
            table = new RemoteTable(frame, connection, token);
            resolve(table);
          }
        },
        onHand: ({ seat, what }) => {
          if (table) table.shown = { seat, what };
        },
        onStateChange: (state) => {
          if (table) table.state = { ...table.state, connection: state };
          else if (state === 'lost') onLost();
        },
        onRefused: (error: Refused) => reject(error),
      });
      left.addEventListener('abort', () => connection.close());
    });
  }

  async act(seat: number, action: string): Promise<void> {
    const prompt = this.state.frame.prompts.find((prompt) => prompt.seat === seat)?.prompt ?? 0;
    const request = this.connection.request({ do: 'act', seat, prompt, action });
    this.lastAction = request;
    const answered = new AbortController();
    void this.showExpected(seat, action, answered.signal);
    try {
      await this.whenShown(request);
    } finally {
      answered.abort();
      // An action that was refused, or that another one preceded, was not played.
      if (this.confirmed) this.state = { ...this.confirmed, connection: this.state.connection };
      this.confirmed = undefined;
    }
  }

  async declare(seat: number, declaration: Declaration): Promise<void> {
    await this.whenShown(this.connection.request({ do: 'say', seat, word: declaration }));
  }

  attempt(seat: number, action: string): Promise<Attempted> {
    const line = this.withSteps();
    return rules.of(line.game).ask('attempt', { line, seat, action });
  }

  past(steps: number): Promise<Frame> {
    const line = this.withSteps(steps);
    return rules.of(line.game).ask('past', { line, own: this.state.frame.own });
  }

  /** The link to a table that is not public contains the token to watch it. */
  async address(steps: number): Promise<string> {
    const { id, watch, open } = this.details.info;
    const token = open ? null : (watch ?? this.token);
    return `/table/${id}?at=${steps}${token ? `#watch:${token}` : ''}`;
  }

  record(): Promise<string> {
    return fetchRecord(this.state.table.id, this.token);
  }

  leave(): void {
    this.connection.close();
  }

  /** Sends a chat message. */
  async chat(channel: Channel, text: string): Promise<void> {
    await this.connection.request({ do: 'talk', channel, text });
  }

  /** Takes a seat: that of the token, the viewer's own after a rematch, or any free one. */
  async join(token: string | null): Promise<void> {
    await this.whenShown(this.connection.request({ do: 'join', seat: null, token }));
  }

  /** Leaves a seat before the start. */
  async leaveSeat(seat: number): Promise<void> {
    await this.whenShown(this.connection.request({ do: 'leave', seat }));
  }

  /** Starts: bots take the empty seats. */
  async start(bot: string): Promise<void> {
    await this.whenShown(this.connection.request({ do: 'start', bot }));
  }

  /** Ends it without a result. */
  async abort(): Promise<void> {
    await this.whenShown(this.connection.request({ do: 'abort' }));
  }

  /** Opens another table for the same people and returns its id. */
  async rematch(): Promise<string> {
    const { table } = await this.connection.request({ do: 'rematch' });
    return table ?? '';
  }

  /** Returns a token with which another device takes over a seat of the viewer. */
  async transferSeat(seat: number): Promise<string> {
    const { token } = await this.connection.request({ do: 'hand_over', seat });
    return token ?? '';
  }

  /** Connects again, after the viewer's name or account has changed. */
  async reconnect(): Promise<void> {
    const back = this.nextFrame();
    this.connection.reconnect();
    await back;
  }

  /** Sends at most ten messages a second and drops the others, but always sends that the hand is empty. */
  show(seat: number, what: string): void {
    const now = performance.now();
    if (what && now - this.handSentAt < HAND_INTERVAL) return;
    this.handSentAt = now;
    this.connection.send({ do: 'show', seat, what });
  }

  /** The answer of Nature is the log entry after the action's. */
  expect(answer: string): void {
    const { lastAction } = this;
    this.lastAction = undefined;
    void lastAction?.then(
      ({ entry }) =>
        entry !== undefined && this.connection.send({ do: 'expect', entry: entry + 1, action: answer }),
      () => {},
    );
  }

  /** The game with its first `steps` steps, for queries to the rules. */
  private withSteps(steps = this.state.steps.length): GameSteps {
    const { game, setup } = this.state.table;
    return { game, setup, steps: this.state.steps.slice(0, steps) };
  }

  /** Shows the result of an action as the rules of this page compute it, until the server answers. */
  private async showExpected(seat: number, action: string, answered: AbortSignal): Promise<void> {
    const before = this.state;
    const tried = await this.attempt(seat, action).catch(() => null);
    if (!tried || answered.aborted || this.state !== before) return;
    const { own, clocks, asked } = before.frame;
    this.confirmed = before;
    this.state = {
      ...before,
      frame: { ...tried.frame, own, clocks, asked, prompts: [] },
      steps: [...before.steps, { seat, action: tried.action, at: 0 }],
    };
  }

  private receive(frame: TableFrame): void {
    this.state = stateAfter(frame, this.confirmed ?? this.state);
    this.confirmed = undefined;
    this.details = detailsAfter(frame, this.details);
    this.shown = null;
    for (const resolve of this.frameWaiters.splice(0)) resolve();
  }

  private nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      this.frameWaiters.push(resolve);
      setTimeout(resolve, FRAME_TIMEOUT);
    });
  }

  /** Waits until a request is answered, and until the frame with its effect has come. */
  private async whenShown(request: Promise<Done>): Promise<void> {
    await request;
    await this.nextFrame();
  }
}

function stateAfter({ table, frame: received, line, fresh }: TableFrame, known?: TableState): TableState {
  const frame: Frame = received;
  const { id, game, options, clock, created } = table;
  const seats = table.seats.map(occupant);
  const acting = typeof frame.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats : [];
  const playing = table.status === 'playing';
  return {
    seq: (known?.seq ?? -1) + 1,
    table: { id, game, setup: { seats: seats.length, options }, clock, seats, started: created },
    frame,
    steps: applyChange(fresh ? [] : (known?.steps ?? []), line),
    received: performance.now(),
    thinking: playing ? acting.filter((seat) => seats[seat]?.kind === 'bot') : [],
    connection: 'online',
  };
}

function detailsAfter({ table, talk, watchers, fresh }: TableFrame, known?: RemoteDetails): RemoteDetails {
  // The server leaves `links` out where there are none.
  const info = { ...table, links: table.links ?? [] };
  return { info, chat: [...(fresh ? [] : (known?.chat ?? [])), ...talk], watchers };
}

function occupant({ kind, name, bot, arrived, present }: SeatInfo): Occupant {
  if (kind === 'bot') return { kind: 'bot', name: botName(bot ?? ''), bot: bot ?? '', present: true };
  if (kind === 'open' || kind === 'link') return { kind: 'open', name: '', present: false };
  return { kind: 'person', name: displayName(name ?? ''), present: present && arrived };
}
