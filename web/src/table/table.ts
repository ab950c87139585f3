/// One table as the page sees it, wherever it is: in this browser, or on a server.
import type { Attempted, ClockRule, Frame, Setup, Told, Word } from '../generated/house';

/** Who sits where. */
export interface Sitting {
  kind: 'person' | 'bot' | 'open';
  name: string;
  /** The bot's id, if it is one. */
  bot?: string;
  /** Whether somebody is there now. */
  present: boolean;
}

/** What is true of a table besides its game. */
export interface TableInfo {
  id: string;
  game: string;
  setup: Setup;
  clock: ClockRule;
  seats: Sitting[];
  /** When it started, in milliseconds of the epoch. */
  started: number;
}

/** All that a page shows of a table. */
export interface TableState {
  seq: number;
  table: TableInfo;
  frame: Frame;
  /** What led to the position, from the beginning. */
  line: Told[];
  /** When the frame was made, by `performance.now()`: clocks run from there. */
  received: number;
  /** The seats whose bots are thinking. */
  thinking: number[];
  /** Whether the table can be reached. */
  connection: 'here' | 'online' | 'lost';
}

/** A change that a server sends: the first `line.from` steps are kept, the others follow. */
export interface Change {
  seq: number;
  table: TableInfo;
  frame: Frame;
  line: { from: number; steps: Told[] };
}

/** The line after a change. */
export function follow(line: Told[], change: Change['line']): Told[] {
  return [...line.slice(0, change.from), ...change.steps];
}

/** A table. What it refuses it throws as `Refused`. */
export interface Table {
  /** The table now; reactive. */
  readonly state: TableState;
  /** A seat acts, in answer to the prompt of the latest frame. */
  act(seat: number, action: string): Promise<void>;
  /** A seat says a word. */
  say(seat: number, word: Word): Promise<void>;
  /** What an action would do, without doing it. */
  attempt(seat: number, action: string): Promise<Attempted>;
  /** The table after the first `steps` steps. */
  past(steps: number): Promise<Frame>;
  /** Where the table after its first `steps` steps is found, for whoever gets the link. */
  address(steps: number): Promise<string>;
  /** The record. */
  record(): Promise<string>;
  /** What somebody's hand is doing elsewhere; reactive. */
  readonly shown?: { seat: number; what: string } | null;
  /** Lets others see what a hand is doing here. */
  show?(seat: number, what: string): void;
  /** Says what Nature will answer to the last action, as it was found here. */
  expect?(answer: string): void;
  /** Leaves the table; it goes on without this page. */
  leave(): void;
}
