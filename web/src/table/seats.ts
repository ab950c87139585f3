/// The seats that somebody may choose from.
import type { SeatLook } from '../board/contract';
import { localize, t } from '../settings.svelte';

/** A seat to choose, or `any`. */
export interface SeatChoice {
  value: string;
  name: string;
  look?: SeatLook;
}

/** A choice for each of these seats, named and shown by its colour, and one that leaves it to chance. */
export function seatChoices(looks: SeatLook[], seats = looks.map((_, seat) => seat)): SeatChoice[] {
  const choices = seats.flatMap((seat) => {
    const look = looks[seat];
    if (!look) return [];
    const name = localize(look.name);
    return [{ value: String(seat), name: seat === 0 ? t('seatBegins', { seat: name }) : name, look }];
  });
  return [...choices, { value: 'any', name: t('any') }];
}

/** The seat that was chosen among these, or one of them as chance has it. */
export function seatOf(choice: string, seats: number[], random: () => number = Math.random): number {
  const chosen = seats.find((seat) => String(seat) === choice);
  return chosen ?? seats[Math.floor(random() * seats.length)] ?? 0;
}
