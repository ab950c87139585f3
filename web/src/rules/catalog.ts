/// The list of games, generated at build time: it needs no worker and no server.
import type { ShelfGame } from '../generated/protocol';

/** Every game. */
export async function games(): Promise<ShelfGame[]> {
  return (await import('../generated/shelf.json')).default;
}

/** The game with that id. */
export async function game(id: string): Promise<ShelfGame | undefined> {
  return (await games()).find((other) => other.id === id);
}

/**
 * The id of the game that a record names in its heading. Where it names none of ours, the first game's: any rules
 * report what is wrong with such a record.
 */
export async function gameOfRecord(record: string): Promise<string> {
  const all = await games();
  const named = /^game: (.*)$/m.exec(record)?.[1]?.trim();
  return (all.find(({ id }) => id === named) ?? all[0])?.id ?? '';
}
