/// What of a table is on the board.
import type { Step } from '../generated/protocol';
import type { ShownFrame } from './table';

/** The position on the board. */
export interface Shown {
  frame: ShownFrame;
  /** The view before `last`. */
  before: unknown;
  last: Step | null;
  /** What led there. */
  path: Step[];
  /** How many steps of it led to what is in sight: all but quiet ones at the end. */
  seen: number;
  /** A number that differs for each position: the board resets its input when it changes. */
  step: number;
  motion: boolean;
}
