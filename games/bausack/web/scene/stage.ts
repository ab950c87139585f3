/// The three-dimensional scene: a lit table, blocks on it, a camera. It knows no rules, and draws only when something changed.
import {
  BoxGeometry,
  BufferGeometry,
  CircleGeometry,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Raycaster,
  RingGeometry,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Piece } from '../layout';
import type { Pose } from '../pose';
import type { Vector } from '../quaternion';
import type { Model } from '../types';
import { Blocks, geometryOf } from './blocks';
import { room } from './room';
import { fading, planks, ruler } from './wood';

/** A plot: its place, and the colour of its seat. */
export interface Plot {
  at: Vector;
  colour: string;
}

/** A frame that takes more milliseconds is late; after so many late frames in a row, `slow` is called. */
const LATE = 45;
const LATE_IN_A_ROW = 45;
/** The same for a light picture, which is replaced by flat views. */
const LATE_LIGHT = 250;
const LATE_LIGHT_IN_A_ROW = 10;

/** How long the camera takes for two thirds of its way, in milliseconds. */
const EASING = 130;

export class Stage {
  /** The camera: its angle around the table, its angle from the vertical, and its distance factor. */
  angle = 0.5;
  steepness = 1.12;
  nearness = 1;

  private renderer: WebGLRenderer;
  private scene = new Scene();
  private camera = new PerspectiveCamera(36, 1, 1, 600);
  private target = new Vector3(0, 6, 0);
  private goal = new Vector3(0, 6, 0);
  private distance = 48;
  private goalDistance = 48;
  private sun = new DirectionalLight();
  private blocks: Blocks;
  private plots: Mesh[] = [];
  private ghost: Mesh;
  private thread: Mesh;
  private stick: Mesh;
  private stickHeight = 0;
  private foot: Vector = [0, 0, 0];
  private blob: Mesh;
  private ray = new Raycaster();
  /** Whether the scene has to be drawn again, and whether the shadows have to be. */
  private dirty = true;
  private shadowsDirty = true;
  private frame = 0;
  private size = new Vector2(1, 1);
  /** When the camera was last moved. */
  private moved = 0;
  /** When the last frame of a movement was drawn, and how many were late in a row. */
  private drawn = 0;
  private late = 0;

  constructor(
    private canvas: HTMLCanvasElement,
    night: boolean,
    private thrifty: boolean,
    private before: (now: number) => boolean,
    private slow: () => void,
  ) {
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: !thrifty,
      alpha: true,
      powerPreference: 'low-power',
    });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.blocks = new Blocks(this.scene);
    const sky = new HemisphereLight(
      night ? '#ffd9a0' : '#fff6e6',
      night ? '#2a1a0e' : '#8a6236',
      night ? 0.75 : 1.5,
    );
    if (!thrifty) {
      // What comes from all sides comes from the room then: less of it gets below blocks.
      this.scene.environment = room(this.renderer, night);
      this.scene.environmentIntensity = night ? 0.55 : 0.5;
      sky.intensity *= 0.55;
    }
    this.sun.color.set(night ? '#ffc787' : '#fff0d4');
    this.sun.intensity = night ? 2.4 : 2.7;
    this.sun.castShadow = true;
    const edge = thrifty ? 1024 : 2048;
    this.sun.shadow.mapSize.set(edge, edge);
    this.sun.shadow.radius = 4;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.03;
    Object.assign(this.sun.shadow.camera, { left: -42, right: 42, top: 42, bottom: -42, near: 10, far: 220 });
    const texture = planks(night);
    texture.repeat.set(5, 5);
    const wood = new MeshStandardMaterial({
      map: texture,
      alphaMap: fading(),
      transparent: true,
      roughness: 0.85,
    });
    const table = new Mesh(new CircleGeometry(130, 64), wood);
    table.rotation.x = -Math.PI / 2;
    table.position.y = -0.02;
    table.receiveShadow = true;
    table.renderOrder = -1;
    const pale = new MeshBasicMaterial({
      color: night ? '#ffd98a' : '#fff3c9',
      transparent: true,
      opacity: 0.34,
      depthWrite: false,
    });
    this.ghost = new Mesh(new BufferGeometry(), pale);
    this.thread = new Mesh(new CylinderGeometry(0.06, 0.06, 1, 6), pale);
    this.blob = new Mesh(
      new CircleGeometry(1, 32),
      new MeshBasicMaterial({ color: '#1d0f05', transparent: true, opacity: 0.22, depthWrite: false }),
    );
    this.blob.rotation.x = -Math.PI / 2;
    this.stick = new Mesh(
      new BoxGeometry(2, 1, 0.4),
      new MeshStandardMaterial({
        roughness: 0.8,
        emissive: '#ffffff',
        emissiveIntensity: night ? 0.12 : 0.3,
      }),
    );
    this.stick.castShadow = !thrifty;
    for (const part of [this.ghost, this.thread, this.blob]) part.visible = false;
    this.scene.add(sky, this.sun, this.sun.target, table, this.ghost, this.thread, this.blob, this.stick);
    this.frame = requestAnimationFrame(this.draw);
  }

  /** Adapts to another size of the canvas. */
  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.size.set(width, height);
    this.renderer.setPixelRatio(this.thrifty ? 1 : Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    // Another size empties the canvas: it is drawn again before it is shown.
    this.render();
  }

  setPlots(plots: Plot[]): void {
    for (const plot of this.plots) this.scene.remove(plot);
    this.plots = plots.map(({ at: [x, , z], colour }) => {
      const ring = new Mesh(
        new RingGeometry(9.6, 10, 64),
        new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.75, side: DoubleSide }),
      );
      ring.rotation.x = -Math.PI / 2;
      ring.position.set(x, 0.01, z);
      return ring;
    });
    if (this.plots.length) this.scene.add(...this.plots);
    this.dirty = true;
  }

  /** Sets all blocks; others are removed. */
  setPieces(pieces: Piece[], models: Record<number, Model>, glide: boolean): void {
    this.blocks.lay(pieces, models, glide);
    this.dirty = this.shadowsDirty = true;
  }

  /** Sets the block in the hand and its landing. */
  setHeld(
    block: number | null,
    pose: Pose | null,
    landing: Pose | null,
    models: Record<number, Model>,
  ): void {
    const model = block === null ? undefined : models[block];
    const known = block === null ? undefined : this.blocks.of(block, models);
    if (block !== null && this.blocks.place(block, pose)) this.dirty = this.shadowsDirty = true;
    const parts = [this.ghost, this.thread, this.blob];
    if (block === null || !known || !model || !landing || !pose) {
      if (parts.some((part) => part.visible)) this.dirty = true;
      for (const part of parts) part.visible = false;
      return;
    }
    const geometry = geometryOf(block, model);
    const gap = Math.max(0.01, pose.at[1] - landing.at[1]);
    this.ghost.geometry = geometry;
    place(this.ghost, landing);
    this.ghost.visible = gap > 0.15;
    this.thread.visible = gap > 1;
    this.thread.scale.y = gap;
    this.thread.position.set(pose.at[0], landing.at[1] + gap / 2, pose.at[2]);
    this.blob.visible = true;
    this.blob.scale.setScalar((geometry.boundingSphere?.radius ?? 2) * 0.8);
    this.blob.position.set(pose.at[0], 0.02, pose.at[2]);
  }

  /** Moves a block until the next `setPieces`. */
  move(block: number, pose: Pose | null): void {
    if (this.blocks.place(block, pose)) this.dirty = this.shadowsDirty = true;
  }

  /** Moves the camera so that all plots are in sight, with the height of the tallest tower. */
  overview(plots: Vector[], height: number): void {
    const reach = Math.max(0, ...plots.map(([x, , z]) => Math.hypot(x, z))) + 12;
    const tall = Math.max(height, 10) + 4;
    const across = reach / Math.min(1, this.camera.aspect * 0.75);
    this.goalDistance = Math.max(52, (across + tall * 0.4) / Math.tan((this.camera.fov * Math.PI) / 360));
    this.goal.set(0, tall / 3, 0);
    this.dirty = true;
  }

  /** Back to the usual distance. */
  reset(): void {
    this.nearness = 1;
    this.dirty = true;
  }

  /** Points the camera at a plot, with the heights of its tower and of the hand. */
  focus([x, , z]: Vector, height: number, hand: number): void {
    const top = Math.max(height + 3, hand + 5, 12);
    // All of a low tower, and the top of a high one, are visible.
    this.goalDistance = Math.max(44, Math.min(95, (top + 14) / 0.58));
    this.goal.set(x, Math.max(top / 2 + 1, top - this.goalDistance * 0.26), z);
    this.measure([x, 0, z], Math.max(30, Math.ceil((top + 5) / 10) * 10));
    this.dirty = true;
  }

  /** The canvas with the scene as it is now, to be copied at once. */
  picture(): HTMLCanvasElement {
    this.render();
    return this.canvas;
  }

  turn(angle: number, steepness: number): void {
    this.angle += angle;
    this.steepness = Math.max(0.25, Math.min(1.52, this.steepness + steepness));
    this.dirty = true;
  }

  zoom(factor: number): void {
    this.nearness = Math.max(0.35, Math.min(3, this.nearness * factor));
    this.dirty = true;
  }

  /** The block at a point of the canvas, if any. */
  pick(x: number, y: number): { block: number; offered: boolean } | null {
    this.aim(x, y);
    return this.blocks.hit(this.ray);
  }

  /** The place under a point of the canvas, at so many centimetres above the table. */
  at(x: number, y: number, height: number): Vector | null {
    this.aim(x, y);
    const hit = this.ray.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -height), new Vector3());
    return hit && hit.length() < 400 ? [hit.x, hit.y, hit.z] : null;
  }

  /** Centimetres per pixel at the point that the camera looks at. */
  get grain(): number {
    return (2 * Math.tan((this.camera.fov * Math.PI) / 360) * this.distance * this.nearness) / this.size.y;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.blocks.dispose();
    this.scene.environment?.dispose();
    this.renderer.dispose();
  }

  /** Puts the ruler behind the plot, to the left of the viewer. */
  private measure(foot: Vector, height: number): void {
    this.foot = foot;
    if (height !== this.stickHeight) {
      this.stickHeight = height;
      const material = this.stick.material as MeshStandardMaterial;
      material.map?.dispose();
      material.map = material.emissiveMap = ruler(height);
      material.needsUpdate = true;
      this.stick.scale.y = height;
    }
  }

  private aim(x: number, y: number): void {
    const point = new Vector2((x / this.size.x) * 2 - 1, 1 - (y / this.size.y) * 2);
    this.ray.setFromCamera(point, this.camera);
  }

  /** Calls `slow` when too many frames of a movement are late. */
  private pace(now: number, moving: boolean): void {
    const late = this.thrifty ? LATE_LIGHT : LATE;
    this.late = moving && this.drawn > 0 && now - this.drawn > late ? this.late + 1 : 0;
    this.drawn = moving ? now : 0;
    if (this.late < (this.thrifty ? LATE_LIGHT_IN_A_ROW : LATE_IN_A_ROW)) return;
    this.late = 0;
    this.slow();
  }

  private draw = (now: number): void => {
    this.frame = requestAnimationFrame(this.draw);
    const moving = this.before(now);
    if (this.blocks.glide(now)) this.dirty = this.shadowsDirty = true;
    const far = this.target.distanceTo(this.goal) + Math.abs(this.distance - this.goalDistance);
    // By time, so that it is as fast on a slow screen.
    const share = 1 - Math.exp(-Math.min(100, now - this.moved) / EASING);
    this.moved = now;
    if (far > 0.02) {
      this.target.lerp(this.goal, share);
      this.distance += (this.goalDistance - this.distance) * share;
      this.dirty = this.shadowsDirty = true;
    }
    this.pace(now, moving);
    if (this.dirty) this.render();
  };

  /** Draws the scene. */
  private render(): void {
    // The light does not move with the camera: the shadows stay as long as no block moves.
    this.renderer.shadowMap.needsUpdate = this.shadowsDirty;
    this.dirty = this.shadowsDirty = false;
    const reach = this.distance * this.nearness;
    const flat = Math.sin(this.steepness) * reach;
    this.camera.position.set(
      this.target.x + flat * Math.sin(this.angle),
      this.target.y + reach * Math.cos(this.steepness),
      this.target.z + flat * Math.cos(this.angle),
    );
    this.camera.lookAt(this.target);
    const aside = this.angle + Math.PI * 1.22;
    this.stick.position.set(
      this.foot[0] + 13 * Math.sin(aside),
      this.stickHeight / 2,
      this.foot[2] + 13 * Math.cos(aside),
    );
    this.stick.rotation.y = this.angle;
    this.sun.position.set(this.target.x - 32, this.target.y + 78, this.target.z + 34);
    this.sun.target.position.copy(this.target);
    this.renderer.render(this.scene, this.camera);
    this.count();
  }

  /** Publishes figures of the rendering as data attributes, for tests and measurements. */
  private count(): void {
    const { calls, triangles, frame } = this.renderer.info.render;
    const counted = { calls, triangles, pictures: frame, gliding: this.blocks.gliding };
    for (const [name, count] of Object.entries(counted)) this.canvas.dataset[name] = String(count);
  }
}

function place(mesh: Mesh, { at, turn }: Pose): void {
  mesh.position.set(...at);
  mesh.quaternion.set(...turn);
}
