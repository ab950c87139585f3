/// Spots: the places of a board that can be pressed, and how arrow keys walk among them.

/** A place that can be pressed. Its coordinates are those of the drawing as it is shown, rotation included. */
export interface Spot {
  id: string;
  x: number;
  y: number;
  /** Half the width of what can be pressed. */
  size: number;
  shape: 'round' | 'square';
  /** Whether the spot is occupied: a target is then drawn as a ring around the piece. */
  taken?: boolean;
  /** The label for screen readers: place and contents. */
  label: string;
}

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const STEPS: Record<Direction, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Whether a key is an arrow key. */
export function isDirection(key: string): key is Direction {
  return key in STEPS;
}

/** The nearest spot in a direction; sideways distance counts double. `undefined` at the edge. */
export function neighbour(spots: Spot[], from: Spot, direction: Direction): Spot | undefined {
  const [dx, dy] = STEPS[direction];
  let best: Spot | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    if (ahead <= 1e-6 || aside > ahead * 1.8) continue;
    const distance = ahead + aside * 2;
    if (distance < least) {
      least = distance;
      best = spot;
    }
  }
  return best;
}
