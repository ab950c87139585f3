/// Rotations in space as unit quaternions x, y, z, w.

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

export const UPRIGHT: Quaternion = [0, 0, 0, 1];

/** The rotation about an axis of length 1. */
export function rotationAbout([x, y, z]: Vector, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}

/** The rotation `b` followed by the rotation `a`. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return unit([
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ]);
}

/** A point after a rotation. */
export function rotated([qx, qy, qz, qw]: Quaternion, [x, y, z]: Vector): Vector {
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

/** The rotation the other way round. */
export function reverse([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w];
}

/** The shortest rotation from one direction of length 1 to another; half a turn goes about `across`. */
export function between(from: Vector, to: Vector, across: Vector): Quaternion {
  const cosine = dot(from, to);
  if (cosine < -0.9999) return rotationAbout(across, Math.PI);
  const [fx, fy, fz] = from;
  const [tx, ty, tz] = to;
  return unit([fy * tz - fz * ty, fz * tx - fx * tz, fx * ty - fy * tx, 1 + cosine]);
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(turn: Quaternion): Quaternion {
  const length = Math.hypot(...turn) || 1;
  return turn.map((part) => part / length) as Quaternion;
}
