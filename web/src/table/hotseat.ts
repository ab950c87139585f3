/// Who plays on this screen: people who take turns, and bots among them.
import type { Occupant } from './table';

/** For some of the seats, the name of the person or the id of the bot, as typed so far; other seats are missing. */
export type HotSeats = Record<number, { name: string; bot: string }>;

/** The occupants of so many seats: a bot where an available one was chosen, a person everywhere else. */
export function occupantsOf(chosen: HotSeats, count: number, bots: string[]): Occupant[] {
  return Array.from({ length: count }, (_, seat) => {
    const { name = '', bot = '' } = chosen[seat] ?? {};
    if (bots.includes(bot)) return { kind: 'bot', name: '', bot, present: true };
    return { kind: 'person', name: name.trim(), present: true };
  });
}
