/// The piles on the board, from the compact text of a view.
import type { View } from './types';

/** A pile on the board. */
export interface Pile {
  cell: string;
  seat: number;
  height: number;
}

/** The piles of a view: `b23 c31` of a seat is a pile of three on b2 and a single pawn on c3. */
export function pilesOf(view: View): Pile[] {
  return view.piles.flatMap((text, seat) =>
    text
      .split(' ')
      .filter(Boolean)
      .map((pile) => ({ cell: pile.slice(0, -1), seat, height: Number(pile.slice(-1)) })),
  );
}
