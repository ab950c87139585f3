/// A table on the server, to which people and bots connect.

import { displayName, fetchRecord } from '../api.svelte';
import type { Attempted, Channel, ChatMessage, Done, Frame, TableFrame } from '../generated/protocol';
import { type Refused, rules } from '../rules/rules';
import { applySteps } from '../rules/steps';
import { Connection, type RequestBody } from './connection';
import { type FullFrame, type FullSeat, type FullTable, fullFrame, fullTable } from './defaults';
import { historyOf, type Occupant, type PlayerDeclaration, type Table, type TableState } from './table';

/** The server sends a frame after each change; a caller waits for it at most so long, in milliseconds. */
const FRAME_TIMEOUT = 1500;
/** The least time between two messages about the hand, in milliseconds. */
const HAND_INTERVAL = 100;

/** What only tables on a server have. */
export interface RemoteDetails {
  info: FullTable;
  /** Whether the position is known; `false` where today's program can't read it. */
  hasPosition: boolean;
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
        onHand: ({ seat, movement }) => {
          if (table) table.shown = { seat, what: movement };
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

  async declare(seat: number, declaration: PlayerDeclaration): Promise<void> {
    await this.whenShown(this.connection.request(commandOf(seat, declaration)));
  }

  attempt(seat: number, action: string): Promise<Attempted> {
    const { table, steps } = this.state;
    return rules.of(table.game).ask('attempt', { history: historyOf(table, steps), at: null, seat, action });
  }

  /** The link to a table that is not public contains the token to watch it. */
  async address(steps: number): Promise<string> {
    const { id, open, hosting } = this.details.info;
    const mayInvite = hosting || this.state.frame.own.length > 0;
    const token = open ? null : mayInvite ? await this.watchLink() : this.token;
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
    await this.connection.request({ do: 'chat', channel, text });
  }

  /** Takes a seat: that of the token, the viewer's own after a rematch, or a free one, whichever or that one. */
  async join(token: string | null, seat: number | null = null): Promise<void> {
    await this.whenShown(this.connection.request({ do: 'join', seat, token }));
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

  /** Opens a table that goes on from the last position under today's rules, and returns its id. */
  async continueGame(): Promise<string> {
    const { table } = await this.connection.request({ do: 'continue' });
    return table ?? '';
  }

  /** Replaces the conditional actions of a seat of the viewer. */
  async plan(seat: number, lines: string[][]): Promise<void> {
    await this.whenShown(this.connection.request({ do: 'plan', seat, lines }));
  }

  /** Returns a token with which another device takes over a seat of the viewer. */
  async transferSeat(seat: number): Promise<string> {
    const { token } = await this.connection.request({ do: 'transfer_seat', seat });
    return token ?? '';
  }

  /** Returns the token of the link to watch. */
  async watchLink(): Promise<string> {
    const { token } = await this.connection.request({ do: 'watch_link' });
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
    this.connection.send({ do: 'hand', seat, movement: what });
  }

  /** The answer of Nature is the log entry after the action's. */
  expect(answer: string): void {
    const { lastAction } = this;
    this.lastAction = undefined;
    void lastAction?.then(
      ({ entry }) =>
        entry !== undefined && this.connection.send({ do: 'predict', entry: entry + 1, action: answer }),
      () => {},
    );
  }

  /** Shows the result of an action as the rules of this page compute it, until the server answers. */
  private async showExpected(seat: number, action: string, answered: AbortSignal): Promise<void> {
    const before = this.state;
    const tried = await this.attempt(seat, action).catch(() => null);
    if (!tried || answered.aborted || this.state !== before) return;
    const { own, clocks, offer } = before.frame;
    const frame = fullFrame(tried.frame, before.table.seats.length);
    this.confirmed = before;
    this.state = {
      ...before,
      frame: { ...frame, own, clocks, offer, prompts: [] },
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

/** The command that makes a declaration. */
function commandOf(seat: number, declaration: PlayerDeclaration): RequestBody {
  if (declaration === 'resign') return { do: 'resign', seat };
  if (declaration === 'draw' || declaration === 'take_back') return { do: 'offer', seat, offer: declaration };
  return { do: 'answer', seat, accept: declaration === 'agree' };
}

function stateAfter({ table, game, steps, fresh }: TableFrame, known?: TableState): TableState {
  const info = fullTable(table);
  const frame = frameOf(info, game);
  const { id, options, clock, position = null, created } = info;
  const seats = info.seats.map(occupant);
  const acting = typeof frame.turn === 'object' && 'seats' in frame.turn ? frame.turn.seats : [];
  const playing = info.status === 'playing';
  return {
    seq: (known?.seq ?? -1) + 1,
    table: {
      id,
      game: info.game,
      setup: { seats: seats.length, options },
      position,
      clock,
      seats,
      started: created,
      outdated: info.outdated_rules !== undefined,
    },
    frame,
    steps: applySteps(fresh ? [] : (known?.steps ?? []), steps),
    received: performance.now(),
    thinking: playing ? acting.filter((seat) => seats[seat]?.kind === 'bot') : [],
    connection: 'online',
  };
}

/** The game of a table. A position of older rules does not tell the result; one that can't be read is drawn as nothing. */
function frameOf({ seats, places, ended_by, outdated_rules }: FullTable, game?: Frame): FullFrame {
  const own = seats.flatMap((seat, index) => (seat.own ? [index] : []));
  const known: Frame = game ?? { own, turn: { seats: [] }, view: null, prompts: [] };
  const ended = outdated_rules !== undefined && places !== undefined;
  const turn = ended ? { over: { places, by: ended_by ?? null } } : known.turn;
  return fullFrame({ ...known, turn }, seats.length);
}

function detailsAfter(
  { table, game, chat = [], watchers = 0, fresh }: TableFrame,
  known?: RemoteDetails,
): RemoteDetails {
  return {
    info: fullTable(table),
    hasPosition: game !== undefined,
    chat: [...(fresh ? [] : (known?.chat ?? [])), ...chat],
    watchers,
  };
}

function occupant({ kind, name, bot, waiting, away }: FullSeat): Occupant {
  if (kind === 'bot') return { kind: 'bot', name: '', bot: bot ?? '', present: true };
  if (kind === 'open' || kind === 'link') return { kind: 'open', name: '', present: false };
  return { kind: 'person', name: displayName(name ?? ''), present: !away && !waiting };
}
