/// Blocks seen from the front or from the side, as paths in centimetres.
import type { Pose } from './pose';
import { rotated, type Vector } from './quaternion';
import type { Model } from './types';

/** A direction of view. */
export type ViewName = 'front' | 'side';

/** The paths that were computed last, by block, pose and view. */
const known = new Map<string, string>();
const MOST = 600;

/** A vector in a view: right, up, and towards the viewer. */
export function seen([x, y, z]: Vector, view: ViewName): Vector {
  return view === 'front' ? [x, y, z] : [-z, y, x];
}

/** The visible faces of a block, as one path. */
export function outline(block: number, model: Model | undefined, { at, turn }: Pose, view: ViewName): string {
  if (!model) return '';
  const key = `${block} ${view} ${at} ${turn}`;
  const path = known.get(key) ?? faces(model, { at, turn }, view);
  if (known.size >= MOST) known.clear();
  known.set(key, path);
  return path;
}

function faces(model: Model, { at, turn }: Pose, view: ViewName): string {
  const corners: Vector[] = [];
  for (let index = 0; index < model.points.length; index += 3) {
    const point = model.points.slice(index, index + 3).map((length) => length / 1000) as Vector;
    const [x, y, z] = rotated(turn, point);
    corners.push(seen([x + at[0], y + at[1], z + at[2]], view));
  }
  let path = '';
  for (let index = 0; index < model.triangles.length; index += 3) {
    const [a, b, c] = model.triangles.slice(index, index + 3).map((corner) => corners[corner]) as [
      Vector,
      Vector,
      Vector,
    ];
    const faces = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
    if (faces) path += `M${[a, b, c].map(([x, y]) => `${x.toFixed(2)} ${(-y).toFixed(2)}`).join('L')}z`;
  }
  return path;
}
