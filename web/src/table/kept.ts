/// Tables of this browser, kept between visits.
import type { Sitting } from './table';

/** A table as it is kept: its record says all but who sits where. */
export interface Kept {
  id: string;
  game: string;
  /** The options that differ from the game's defaults. */
  options?: Record<string, string>;
  seats: Sitting[];
  seed: number;
  record: string;
  /** When it was opened and last changed, in milliseconds of the epoch. */
  started: number;
  changed: number;
  /** Whether the game has ended. */
  over: boolean;
  /** The table on the server where it goes on. */
  online?: string;
}

const PREFIX = 'table:';

/** Finished tables are forgotten, the oldest first, beyond this number. */
const MOST = 60;

/** The table of that id. */
export function find(id: string): Kept | undefined {
  const text = localStorage.getItem(PREFIX + id);
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}

/** Keeps a table. A browser that has no room for it plays on all the same. */
export function keep(table: Kept): void {
  try {
    localStorage.setItem(PREFIX + table.id, JSON.stringify(table));
  } catch {
    const [oldest] = all().reverse();
    if (oldest && oldest.id !== table.id) forget(oldest.id);
  }
  const finished = all().filter((other) => other.over);
  for (const old of finished.slice(MOST)) forget(old.id);
}

/** Forgets a table. */
export function forget(id: string): void {
  localStorage.removeItem(PREFIX + id);
}

/** Every table, the latest first. */
export function all(): Kept[] {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const tables = ids.map((key) => find(key.slice(PREFIX.length))).filter((table) => table !== undefined);
  return tables.sort((a, b) => b.changed - a.changed);
}
