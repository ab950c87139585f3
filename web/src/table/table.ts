/// One table as a page sees it, whether it is in this browser or on a server.
import type {
  Attempted,
  ClockRule,
  Declaration,
  Frame,
  SeatRating,
  Setup,
  Step,
} from '../generated/protocol';
import type { History } from '../rules/rules';
import type { FullFrame } from './defaults';

/** Who has a seat. */
export interface Occupant {
  kind: 'person' | 'bot' | 'open';
  name: string;
  /** The id of the bot, if it is one. */
  bot?: string;
  /** Whether the person is connected now. */
  present: boolean;
  /** The name of the account, if the person has one: it leads to a page. */
  account?: string;
  /** How strong the person is, if there was a rated game. */
  rating?: SeatRating;
}

/** What is known of a table besides its game. */
export interface TableInfo {
  id: string;
  game: string;
  setup: Setup;
  /** The position in notation at which it began, if not the opening. */
  position: string | null;
  clock: ClockRule;
  seats: Occupant[];
  /** When it started, in milliseconds since 1970. */
  started: number;
  /** Whether it was played under older rules: its steps can't be replayed, only its last position is shown. */
  outdated: boolean;
}

/** What the board shows of a frame. */
export type ShownFrame = Pick<Frame, 'own' | 'turn' | 'view' | 'prompts'>;

/** All that a page shows of a table. */
export interface TableState {
  seq: number;
  table: TableInfo;
  frame: FullFrame;
  /** What led to the position, from the beginning. */
  steps: Step[];
  /** When the frame was made, by `performance.now()`: clocks run from there. */
  received: number;
  /** The seats whose bots are searching. */
  thinking: number[];
  /** Where the table is, and whether it can be reached. */
  connection: 'here' | 'online' | 'lost';
}

/** The game of a table with some steps, for requests to the rules. */
export function historyOf({ game, setup, position }: TableInfo, steps: Step[]): History {
  return { game, setup, position, steps };
}

/** A declaration of a player. */
export type PlayerDeclaration = Exclude<Declaration, 'flag' | 'relay'>;

/** A table. Its methods reject with `Refused` what the rules or the server refuse. */
export interface Table {
  /** The table now; reactive. */
  readonly state: TableState;
  /** Performs an action of a seat, in answer to the prompt of the latest frame. */
  act(seat: number, action: string): Promise<void>;
  /** Makes a declaration for a seat: it resigns, offers, agrees or declines. */
  declare(seat: number, declaration: PlayerDeclaration): Promise<void>;
  /** What an action would do, without doing it. */
  attempt(seat: number, action: string): Promise<Attempted>;
  /** The path of a link that shows the table after its first `steps` steps. */
  address(steps: number): Promise<string>;
  /** The record. */
  record(): Promise<string>;
  /** How many hints were asked for that count; only at tables of this browser. */
  readonly hints?: number;
  /** Counts a hint, where hints are counted. */
  countHint?(): void;
  /** What the hand of another player is doing; reactive. */
  readonly shown?: { seat: number; what: string } | null;
  /** Sends what the hand of a seat of this page is doing. */
  show?(seat: number, what: string): void;
  /** Sends what Nature will answer to the last action, as this page computed it. */
  expect?(answer: string): void;
  /** Leaves the table; it goes on without this page. */
  leave(): void;
}
