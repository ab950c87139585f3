/// The steps that a player has not seen: those since their last turn.
import type { Step } from '../generated/protocol';

/** At most so many steps are replayed; a longer history is left to the player to step through. */
const MOST = 12;

/**
 * The number of steps before the first one to replay: after the last action of the viewer's own seats and Nature's answer
 * to it, and after the `seen` steps. `null` if the viewer has no seat, or if there is nothing to replay.
 */
export function firstMissed(steps: Step[], own: number[], seen: number): number | null {
  if (own.length === 0) return null;
  let last = steps.findLastIndex(({ seat }) => seat !== null && own.includes(seat)) + 1;
  // What Nature answered to the viewer's own action was seen as it happened.
  while (last > 0 && steps[last]?.seat === null) last++;
  const from = Math.max(last, seen, steps.length - MOST);
  return from < steps.length ? from : null;
}

const KEY = 'seen';
/** The counts of so many tables are stored; the oldest are dropped. */
const TABLES = 80;

function read(): [string, number][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/** How many steps of a table were shown in this browser. */
export function seenSteps(table: string): number {
  return read().find(([id]) => id === table)?.[1] ?? 0;
}

/** Stores how many steps of a table were shown. */
export function markSeen(table: string, steps: number): void {
  const others = read().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, steps], ...others].slice(0, TABLES)));
  } catch {
    // The storage is full: the steps are replayed once more on the next visit.
  }
}
