/// Who sits around one screen.
import type { Sitting } from './table';

/** For some of the seats, what people call themselves, or which bot sits there; for the others nothing was said. */
export type Around = Record<number, { name: string; bot: string }>;

/** Who sits where: bots where one was asked for and may be, people everywhere else. */
export function seated(around: Around, seats: string[], bots: { id: string; name: string }[]): Sitting[] {
  return seats.map((usual, seat) => {
    const { name = '', bot = '' } = around[seat] ?? {};
    const found = bots.find(({ id }) => id === bot);
    if (found) return { kind: 'bot', name: found.name, bot, present: true };
    return { kind: 'person', name: name.trim() || usual, present: true };
  });
}
