/// Where a block is: as the rules write it in whole numbers, and as it is drawn in centimetres.
import type { Turn, Vector } from './turns';
import type { Stands } from './types';

/** Micrometres, then parts of 2³⁰, as a rehearsal writes them. */
export type Row = [number, number, number, number, number, number, number];

/** A place in centimetres and a turn. */
export interface Pose {
  at: Vector;
  turn: Turn;
}

const MICROMETRES = 10_000;
const WHOLE = 2 ** 30;

export function ofRow([x, y, z, i, j, k, w]: Row): Pose {
  return {
    at: [x / MICROMETRES, y / MICROMETRES, z / MICROMETRES],
    turn: [i / WHOLE, j / WHOLE, k / WHOLE, w / WHOLE],
  };
}

export function toRow({ at: [x, y, z], turn: [i, j, k, w] }: Pose): Row {
  const whole = (part: number) => Math.round(part * WHOLE);
  return [
    Math.round(x * MICROMETRES),
    Math.round(y * MICROMETRES),
    Math.round(z * MICROMETRES),
    whole(i),
    whole(j),
    whole(k),
    whole(w),
  ];
}

export function ofStands({ at, turn }: Stands): Pose {
  return ofRow([...at, ...turn]);
}

/** Somewhere between two poses. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const at = from.at.map((place, axis) => place + ((to.at[axis] ?? 0) - place) * share) as Vector;
  const cosine = from.turn.reduce((sum, part, index) => sum + part * (to.turn[index] ?? 0), 0);
  const sign = cosine < 0 ? -1 : 1;
  const mixed = from.turn.map((part, index) => part + (sign * (to.turn[index] ?? 0) - part) * share);
  const length = Math.hypot(...mixed) || 1;
  return { at, turn: mixed.map((part) => part / length) as Turn };
}
