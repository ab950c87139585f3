/// Turns in space: unit quaternions x, y, z, w.

export type Vector = [number, number, number];
export type Turn = [number, number, number, number];

export const UPRIGHT: Turn = [0, 0, 0, 1];

/** A turn about an axis of length 1. */
export function about([x, y, z]: Vector, angle: number): Turn {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}

/** First `b`, then `a`. */
export function after(a: Turn, b: Turn): Turn {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return unit([
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ]);
}

/** Where a turn brings a point. */
export function turned([qx, qy, qz, qw]: Turn, [x, y, z]: Vector): Vector {
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

function unit(turn: Turn): Turn {
  const length = Math.hypot(...turn) || 1;
  return turn.map((part) => part / length) as Turn;
}
