/// How a block is turned: about which axis it is laid over, on which side it comes to lie, and how that is told.
import { between, dot, multiply, type Quaternion, reverse, rotated, type Vector } from './quaternion';
import type { Model } from './types';

const DOWN: Vector = [0, -1, 0];
const OWN: Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Directions that differ by less than 2 degrees are taken for the same. */
const SAME = Math.cos(Math.PI / 90);
/** A block that leans by less than this lies, in degrees. */
const LIES = 2;

const reversed = (axis: Vector) => axis.map((part) => -part) as Vector;

/** The axis of the block itself, where it is now, that is nearest to an axis of the viewer. */
export function ownAxis(turn: Quaternion, wanted: Vector): Vector {
  const axes = OWN.map((axis) => rotated(turn, axis)).flatMap((axis) => [axis, reversed(axis)]);
  return axes.reduce((best, axis) => (dot(axis, wanted) > dot(best, wanted) + 1e-6 ? axis : best));
}

/** The sides of a block as directions of length 1, in its own frame. */
function sidesOf({ sides }: Pick<Model, 'sides'>): Vector[] {
  return sides.map(([x, y, z]) => {
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length];
  });
}

/** The side that is nearest to being down, and how far from it, as the cosine of the angle; null if there is none. */
function lowest(turn: Quaternion, sides: Vector[]): { side: number; cosine: number } | null {
  const down = rotated(reverse(turn), DOWN);
  const cosines = sides.map((side) => dot(side, down));
  const cosine = Math.max(...cosines);
  return sides.length > 0 ? { side: cosines.indexOf(cosine), cosine } : null;
}

/**
 * The turn in which the block lies on a side of the next kind, or on the nearest one if it lies on none; it is turned no
 * further than that takes, half a turn about `across`.
 */
export function onNextSide(turn: Quaternion, model: Pick<Model, 'sides'>, across: Vector): Quaternion {
  const sides = sidesOf(model);
  const now = lowest(turn, sides);
  if (!now) return turn;
  let next = now.side;
  if (now.cosine > SAME) {
    const kinds = model.sides.map(([, , , kind]) => kind);
    const kind = ((kinds[now.side] ?? 0) + 1) % (Math.max(...kinds) + 1);
    const alike = sides.map((_, side) => side).filter((side) => kinds[side] === kind);
    const low = (side: number) => rotated(turn, sides[side] ?? DOWN)[1];
    next = alike.reduce((best, side) => (low(side) < low(best) ? side : best));
  }
  return multiply(between(rotated(turn, sides[next] ?? DOWN), DOWN, across), turn);
}

/** How a block lies. */
export interface Lying {
  /** How it would look if it stood: its height is the largest, the least, or neither of its three extents. */
  how: 'upright' | 'flat' | 'side' | 'round';
  /** By how many degrees it leans from its nearest side. */
  leans: number;
  /** By how many degrees it is turned about the vertical, from 0 to 359, clockwise seen from above. */
  heading: number;
}

/** How a block lies in the hand. */
export function lying(turn: Quaternion, model: Pick<Model, 'sides' | 'size'>): Lying {
  const now = lowest(turn, sidesOf(model));
  // The block's own x axis seen from above, or its z axis if that one stands upright.
  const [x, y, z] = rotated(turn, [1, 0, 0]);
  const [ax, , az] = rotated(turn, [0, 0, -1]);
  const angle = Math.abs(y) < 0.7 ? Math.atan2(z, x) : Math.atan2(ax, -az);
  const heading = (Math.round((angle * 180) / Math.PI) + 360) % 360;
  if (!now) return { how: 'round', leans: 0, heading };
  const degrees = Math.round((Math.acos(Math.min(1, now.cosine)) * 180) / Math.PI);
  const side = sidesOf(model)[now.side] ?? DOWN;
  const axis = side.map(Math.abs).indexOf(Math.max(...side.map(Math.abs)));
  const height = model.size[axis] ?? 0;
  const [least = 0, , most = 0] = [...model.size].sort((a, b) => a - b);
  // Cubes and the like have no side that is any flatter than the others.
  const how =
    most - least < most / 20 ? 'side' : height === most ? 'upright' : height === least ? 'flat' : 'side';
  return { how, leans: degrees < LIES ? 0 : degrees, heading };
}
