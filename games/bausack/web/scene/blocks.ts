/// The blocks of the scene: all of one finish are drawn in one batch, and a block that is moved glides to its new place.
import {
  BatchedMesh,
  BufferAttribute,
  BufferGeometry,
  Color,
  Matrix4,
  Quaternion,
  type Raycaster,
  type Scene,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { Piece } from '../layout';
import { interpolated, type Pose } from '../pose';
import type { Model } from '../types';
import { type Finish, wood } from './wood';

/** The duration of a glide, and the delay before it, in milliseconds. */
const GLIDE = 260;
const WAIT = 60;
/** A block that is nearer to its place than this, in centimetres, does not glide. */
const NEAR = 0.5;

const geometries = new Map<number, BufferGeometry>();

/** The shape of a block, with its grain. */
export function geometryOf(block: number, model: Model): BufferGeometry {
  const known = geometries.get(block);
  if (known) return known;
  const geometry = new BufferGeometry();
  const points = Float32Array.from(model.points, (length) => length / 1000);
  // The grain runs along the longest side, with an offset of its own for each block.
  const along = model.size.indexOf(Math.max(...model.size));
  const grain = new Float32Array(points.length);
  for (let at = 0; at < points.length; at += 3)
    for (let axis = 0; axis < 3; axis++)
      grain[at + axis] = (points[at + ((along + axis) % 3)] ?? 0) + ([block, 3, 4 + (block % 5)][axis] ?? 0);
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setAttribute(
    'normal',
    new BufferAttribute(
      Float32Array.from(model.normals, (part) => part / 1000),
      3,
    ),
  );
  geometry.setAttribute('grain', new BufferAttribute(grain, 3));
  geometry.setIndex(model.triangles);
  geometry.computeBoundingSphere();
  geometries.set(block, geometry);
  return geometry;
}

/** Blocks of one finish. */
class Batch {
  mesh: BatchedMesh;
  blocks: number[] = [];
  private points = 4096;
  private corners = 12_288;
  private used = [0, 0] as [number, number];

  constructor(scene: Scene, finish: Finish) {
    this.mesh = new BatchedMesh(100, this.points, this.corners, wood(finish));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    // Each block of the batch is culled separately.
    this.mesh.frustumCulled = false;
    scene.add(this.mesh);
  }

  add(block: number, geometry: BufferGeometry, colour: Color): number {
    const [points, corners] = [geometry.getAttribute('position').count, geometry.getIndex()?.count ?? 0];
    this.used = [this.used[0] + points, this.used[1] + corners];
    while (this.used[0] > this.points) this.points *= 2;
    while (this.used[1] > this.corners) this.corners *= 2;
    this.mesh.setGeometrySize(this.points, this.corners);
    const id = this.mesh.addInstance(this.mesh.addGeometry(geometry));
    this.mesh.setColorAt(id, colour);
    this.blocks[id] = block;
    return id;
  }
}

/** A block of the scene. */
interface SceneBlock {
  batch: Batch;
  id: number;
  pose: Pose | null;
  offered: boolean;
}

export class Blocks {
  private batches: Record<Finish, Batch>;
  private known = new Map<number, SceneBlock>();
  private glides = new Map<number, { from: Pose; to: Pose; since: number }>();

  constructor(scene: Scene) {
    this.batches = { plain: new Batch(scene, 'plain'), painted: new Batch(scene, 'painted') };
  }

  /** How many blocks are gliding. */
  get gliding(): number {
    return this.glides.size;
  }

  /** Sets all blocks; others are hidden. Blocks glide from where they were, or are there at once. */
  lay(pieces: Piece[], models: Record<number, Model>, glide: boolean): void {
    const here = new Set(pieces.map(({ block }) => block));
    for (const block of this.known.keys()) if (!here.has(block)) this.place(block, null);
    for (const { block, pose, offered } of pieces) {
      const known = this.of(block, models);
      if (!known) continue;
      known.offered = offered;
      const from = known.pose;
      if (glide && from && distance(from, pose) > NEAR) {
        if (distance(this.glides.get(block)?.to ?? from, pose) > NEAR)
          this.glides.set(block, { from, to: pose, since: performance.now() + WAIT });
      } else this.place(block, pose);
    }
  }

  /** Moves a block at once, or hides it; returns whether anything changed. */
  place(block: number, pose: Pose | null): boolean {
    this.glides.delete(block);
    return this.put(block, pose);
  }

  /** Moves the gliding blocks; returns whether there are any. */
  glide(now: number): boolean {
    const any = this.glides.size > 0;
    for (const [block, { from, to, since }] of this.glides) {
      const share = Math.max(0, Math.min(1, (now - since) / GLIDE));
      const eased = share * share * (3 - 2 * share);
      const { at, turn } = interpolated(from, to, eased);
      // Lifted, so that it passes over other blocks.
      const lift = Math.sin(Math.PI * eased) * Math.min(6, 0.25 * distance(from, to));
      this.put(block, { at: [at[0], at[1] + lift, at[2]], turn });
      if (share === 1) this.place(block, to);
    }
    return any;
  }

  /** The block that a ray meets first, if any. */
  hit(ray: Raycaster): { block: number; offered: boolean } | null {
    const batches = Object.values(this.batches);
    const [hit] = ray.intersectObjects(batches.map(({ mesh }) => mesh));
    const batch = batches.find(({ mesh }) => mesh === hit?.object);
    const block = batch?.blocks[hit?.batchId ?? -1];
    return block === undefined ? null : { block, offered: this.known.get(block)?.offered ?? false };
  }

  /** The block in the scene, added if its model is loaded; undefined otherwise. */
  of(block: number, models: Record<number, Model>): SceneBlock | undefined {
    const known = this.known.get(block);
    const model = models[block];
    if (known || !model) return known;
    const batch = this.batches[model.painted ? 'painted' : 'plain'];
    const colour = new Color().setRGB(
      ...(model.colour.map((part) => part / 255) as [number, number, number]),
      SRGBColorSpace,
    );
    const made = {
      batch,
      id: batch.add(block, geometryOf(block, model), colour),
      pose: null,
      offered: false,
    };
    batch.mesh.setVisibleAt(made.id, false);
    this.known.set(block, made);
    return made;
  }

  dispose(): void {
    for (const { mesh } of Object.values(this.batches)) mesh.dispose();
  }

  private put(block: number, pose: Pose | null): boolean {
    const known = this.known.get(block);
    if (!known || known.pose === pose) return false;
    const { mesh } = known.batch;
    if (known.pose && pose && same(known.pose, pose)) return false;
    mesh.setVisibleAt(known.id, pose !== null);
    if (pose)
      mesh.setMatrixAt(
        known.id,
        new Matrix4().compose(new Vector3(...pose.at), new Quaternion(...pose.turn), ONE),
      );
    known.pose = pose;
    return true;
  }
}

const ONE = new Vector3(1, 1, 1);

function distance({ at: [a, b, c] }: Pose, { at: [x, y, z] }: Pose): number {
  return Math.hypot(a - x, b - y, c - z);
}

function same(one: Pose, other: Pose): boolean {
  return (
    one.at.every((part, axis) => part === other.at[axis]) &&
    one.turn.every((part, axis) => part === other.turn[axis])
  );
}
