/// The seats that somebody may choose from.
import type { SeatLook } from '../board/contract';
import { localize, t } from '../settings.svelte';

/** A choice for each seat, named by its colour, and one that leaves it to chance. */
export function seatChoices(looks: SeatLook[]): { value: string; name: string }[] {
  const seats = looks.map((look, seat) => {
    const name = localize(look.name);
    return { value: String(seat), name: seat === 0 ? t('seatBegins', { seat: name }) : name };
  });
  return [...seats, { value: 'any', name: t('any') }];
}
