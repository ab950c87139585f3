/// Poses of blocks: in whole numbers as the rules write them, and in centimetres as they are drawn.
import type { Quaternion, Vector } from './quaternion';
import type { PoseRow, Stands } from './types';

/** A place in centimetres and a rotation. */
export interface Pose {
  at: Vector;
  turn: Quaternion;
}

const MICROMETRES = 10_000;
const WHOLE = 2 ** 30;

export function ofRow([x, y, z, i, j, k, w]: PoseRow): Pose {
  return {
    at: [x / MICROMETRES, y / MICROMETRES, z / MICROMETRES],
    turn: [i / WHOLE, j / WHOLE, k / WHOLE, w / WHOLE],
  };
}

export function toRow({ at: [x, y, z], turn: [i, j, k, w] }: Pose): PoseRow {
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

/** The pose at a share of the way between two others. */
export function interpolated(from: Pose, to: Pose, share: number): Pose {
  const at = from.at.map((place, axis) => place + ((to.at[axis] ?? 0) - place) * share) as Vector;
  const cosine = from.turn.reduce((sum, part, index) => sum + part * (to.turn[index] ?? 0), 0);
  const sign = cosine < 0 ? -1 : 1;
  const mixed = from.turn.map((part, index) => part + (sign * (to.turn[index] ?? 0) - part) * share);
  const length = Math.hypot(...mixed) || 1;
  return { at, turn: mixed.map((part) => part / length) as Quaternion };
}
