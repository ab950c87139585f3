/// Arrow keys on the net: left and right along a row, up and down to the next row in the same column.
import { type Direction, isDirection, type Spot } from '$board/spots';

export type { Direction };
export { isDirection };

/** Spots whose heights differ by no more are in one row: the reserves are a little behind the home lines. */
const ROW = 20;

/** A place, and the column that vertical movement keeps to. */
export interface Step {
  id: string;
  column: number;
}

/** The next spot from `from` in a direction; `null` at the edge. Of two equally near spots, the right one. */
export function walk(spots: Spot[], from: Spot, direction: Direction, column: number): Step | null {
  if (direction === 'ArrowLeft' || direction === 'ArrowRight') {
    const way = direction === 'ArrowLeft' ? -1 : 1;
    const row = spots.filter((spot) => same(spot.y, from.y) && (spot.x - from.x) * way > 1);
    const next = nearest(row, (spot) => Math.abs(spot.x - from.x));
    return next ? { id: next.id, column: next.x } : null;
  }
  const way = direction === 'ArrowUp' ? -1 : 1;
  const beyond = spots.filter((spot) => (spot.y - from.y) * way > ROW);
  const row = nearest(beyond, (spot) => Math.abs(spot.y - from.y))?.y;
  if (row === undefined) return null;
  const next = nearest(
    beyond.filter((spot) => same(spot.y, row)),
    (spot) => Math.abs(spot.x - column) - (spot.x > column ? 0.5 : 0),
  );
  return next ? { id: next.id, column } : null;
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= ROW;
}

function nearest(spots: Spot[], distance: (spot: Spot) => number): Spot | undefined {
  let best: Spot | undefined;
  for (const spot of spots) if (!best || distance(spot) < distance(best)) best = spot;
  return best;
}
