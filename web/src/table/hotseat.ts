/// Who plays on this screen: people who take turns, and bots among them.
import type { Occupant } from './table';

/** For some of the seats, the name of the person or the id of the bot, as typed so far; other seats are missing. */
export type HotSeats = Record<number, { name: string; bot: string }>;

/** The occupants of all seats: a bot where an available one was chosen, a person everywhere else. */
export function occupantsOf(
  chosen: HotSeats,
  defaultNames: string[],
  bots: { id: string; name: string }[],
): Occupant[] {
  return defaultNames.map((defaultName, seat) => {
    const { name = '', bot = '' } = chosen[seat] ?? {};
    const found = bots.find(({ id }) => id === bot);
    if (found) return { kind: 'bot', name: found.name, bot, present: true };
    return { kind: 'person', name: name.trim() || defaultName, present: true };
  });
}
