/// What happened since somebody's last turn.
import type { Told } from '../generated/house';

/** More than this is a game to look at, not something to be shown on the way in. */
const MOST = 12;

/**
 * The step before which the showing begins: after one's own last action, and after what was seen already. Nothing where
 * nobody sits, or where there is nothing to show.
 */
export function begins(line: Told[], own: number[], seen: number): number | null {
  if (own.length === 0) return null;
  const last = line.findLastIndex(({ seat }) => seat !== null && own.includes(seat)) + 1;
  const from = Math.max(last, seen, line.length - MOST);
  return from < line.length ? from : null;
}

const KEY = 'seen';
/** So many tables are remembered. */
const TABLES = 80;

function read(): [string, number][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/** How many steps of a table were seen in this browser. */
export function seenOf(table: string): number {
  return read().find(([id]) => id === table)?.[1] ?? 0;
}

/** Remembers how many steps of a table were seen. */
export function seeing(table: string, steps: number): void {
  const others = read().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, steps], ...others].slice(0, TABLES)));
  } catch {
    // A browser that has no room shows it once more.
  }
}
