/// The stage: a table in warm light, blocks on it, a camera. It knows no rules and draws only when something changed.
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
import type { Vector } from '../turns';
import type { Model } from '../types';
import { Blocks, geometryOf } from './blocks';
import { fading, planks, ruler } from './wood';

/** A plot: where, and in whose colour. */
export interface Plot {
  at: Vector;
  colour: string;
}

/** A picture is late after so many milliseconds; so many in a row are too many. */
const LATE = 45;
const LATE_IN_A_ROW = 45;
/** The same for a light picture: from then on, flat views are better. */
const CRAWLING = 250;
const CRAWLING_IN_A_ROW = 10;

export class Stage {
  /** Where one looks from: round the table, and how steeply. */
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
  /** Whether another picture is wanted, and whether shadows have moved since the last. */
  private wanted = true;
  private stirred = true;
  private frame = 0;
  private size = new Vector2(1, 1);
  /** When the last picture was drawn of those that follow each other, and how many were late in a row. */
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

  /** The canvas has another size. */
  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.size.set(width, height);
    this.renderer.setPixelRatio(this.thrifty ? 1 : Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.wanted = true;
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
    this.wanted = true;
  }

  /** All blocks that are anywhere; the others leave. */
  setPieces(pieces: Piece[], models: Record<number, Model>, glide: boolean): void {
    this.blocks.lay(pieces, models, glide);
    this.wanted = this.stirred = true;
  }

  /** The block in the hand, where it would land, and how far below that is the table. */
  setHeld(
    block: number | null,
    pose: Pose | null,
    landing: Pose | null,
    models: Record<number, Model>,
  ): void {
    const model = block === null ? undefined : models[block];
    const known = block === null ? undefined : this.blocks.of(block, models);
    if (block !== null && this.blocks.place(block, pose)) this.wanted = this.stirred = true;
    const parts = [this.ghost, this.thread, this.blob];
    if (block === null || !known || !model || !landing || !pose) {
      if (parts.some((part) => part.visible)) this.wanted = true;
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

  /** A block is somewhere else for the moment. */
  move(block: number, pose: Pose | null): void {
    if (this.blocks.place(block, pose)) this.wanted = this.stirred = true;
  }

  /** What is looked at: the middle of a plot, and how high the tower is. */
  focus([x, , z]: Vector, height: number, hand: number): void {
    const top = Math.max(height + 3, hand + 5, 12);
    // All of a low tower; of a high one, what is at its top.
    this.goalDistance = Math.max(44, Math.min(95, (top + 14) / 0.58));
    this.goal.set(x, Math.max(top / 2 + 1, top - this.goalDistance * 0.26), z);
    this.measure([x, 0, z], Math.max(30, Math.ceil((top + 5) / 10) * 10));
    this.wanted = true;
  }

  turn(angle: number, steepness: number): void {
    this.angle += angle;
    this.steepness = Math.max(0.25, Math.min(1.52, this.steepness + steepness));
    this.wanted = true;
  }

  zoom(factor: number): void {
    this.nearness = Math.max(0.35, Math.min(3, this.nearness * factor));
    this.wanted = true;
  }

  /** The block at a point of the canvas, if any. */
  pick(x: number, y: number): { block: number; offered: boolean } | null {
    this.aim(x, y);
    return this.blocks.hit(this.ray);
  }

  /** Where a point of the canvas is, at so many centimetres above the table. */
  at(x: number, y: number, height: number): Vector | null {
    this.aim(x, y);
    const hit = this.ray.ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -height), new Vector3());
    return hit && hit.length() < 400 ? [hit.x, hit.y, hit.z] : null;
  }

  /** Centimetres to a pixel at what is looked at. */
  get grain(): number {
    return (2 * Math.tan((this.camera.fov * Math.PI) / 360) * this.distance * this.nearness) / this.size.y;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.blocks.dispose();
    this.renderer.dispose();
  }

  /** A ruler stands behind the plot, to the left of whoever looks. */
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

  /** Tells whoever may change it that pictures come too slowly while something moves. */
  private pace(now: number, moving: boolean): void {
    const late = this.thrifty ? CRAWLING : LATE;
    this.late = moving && this.drawn > 0 && now - this.drawn > late ? this.late + 1 : 0;
    this.drawn = moving ? now : 0;
    if (this.late < (this.thrifty ? CRAWLING_IN_A_ROW : LATE_IN_A_ROW)) return;
    this.late = 0;
    this.slow();
  }

  private draw = (now: number): void => {
    this.frame = requestAnimationFrame(this.draw);
    const moving = this.before(now);
    if (this.blocks.glide(now)) this.wanted = this.stirred = true;
    const far = this.target.distanceTo(this.goal) + Math.abs(this.distance - this.goalDistance);
    if (far > 0.02) {
      this.target.lerp(this.goal, 0.12);
      this.distance += (this.goalDistance - this.distance) * 0.12;
      this.wanted = this.stirred = true;
    }
    this.pace(now, moving);
    if (!this.wanted) return;
    // The lamp does not move with whoever looks: as long as nothing else does, shadows stay.
    this.renderer.shadowMap.needsUpdate = this.stirred;
    this.wanted = this.stirred = false;
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
  };

  /** What the picture took, and how many blocks are on their way, for whoever counts. */
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
