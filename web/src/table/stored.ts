/// Tables that are stored in this browser.
import type { Occupant } from './table';

/** A stored table. Its record holds the game; the rest is what a record does not say. */
export interface StoredTable {
  id: string;
  game: string;
  /** The options that differ from the game's defaults. */
  options?: Record<string, string>;
  seats: Occupant[];
  seed: number;
  record: string;
  /** When it was opened and last changed, in milliseconds since 1970. */
  started: number;
  changed: number;
  /** Whether the game has ended. */
  over: boolean;
  /** How many hints the user asked for that count. */
  hints?: number;
  /** The id of the table on the server on which the game was continued. */
  online?: string;
}

const PREFIX = 'table:';

/** At most so many finished tables are stored; the oldest are deleted. */
const MOST_FINISHED = 60;

/** The table with that id. */
export function findStored(id: string): StoredTable | undefined {
  const text = localStorage.getItem(PREFIX + id);
  if (!text) return undefined;
  try {
    const table = JSON.parse(text) as StoredTable;
    return { ...table, seats: table.seats.map(withoutRole) };
  } catch {
    return undefined;
  }
}

/** Without the name that an older build gave for a role in the language of that day. */
function withoutRole(seat: Occupant): Occupant {
  const isRole = seat.kind === 'bot' || seat.name === 'You' || seat.name === 'Vous';
  return isRole ? { ...seat, name: '' } : seat;
}

/** Stores a table. If the storage is full, the oldest table is deleted, and this one is stored at its next change. */
export function storeTable(table: StoredTable): void {
  try {
    localStorage.setItem(PREFIX + table.id, JSON.stringify(table));
  } catch {
    const [oldest] = allStored().reverse();
    if (oldest && oldest.id !== table.id) deleteStored(oldest.id);
  }
  const finished = allStored().filter((other) => other.over);
  for (const old of finished.slice(MOST_FINISHED)) deleteStored(old.id);
}

/** Deletes a table. */
export function deleteStored(id: string): void {
  localStorage.removeItem(PREFIX + id);
}

/** Every table, the latest first. */
export function allStored(): StoredTable[] {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const tables = ids
    .map((key) => findStored(key.slice(PREFIX.length)))
    .filter((table) => table !== undefined);
  return tables.sort((a, b) => b.changed - a.changed);
}
