/// Draws a block on a small canvas, without WebGL; each picture once.

import { multiply, rotated, rotationAbout, type Vector } from './quaternion';
import type { Model } from './types';

/** The direction of view: a little from the right and from above. */
const LOOK = multiply(rotationAbout([1, 0, 0], 0.5), rotationAbout([0, 1, 0], -0.6));
/** The direction of the light, in the frame of the viewer. */
const LIGHT: Vector = [-0.4, 0.8, 0.45];

/** How long pictures are painted at a stretch, in milliseconds. */
const STRETCH = 8;

const painted = new Map<string, HTMLCanvasElement>();
const waiting: (() => void)[] = [];

/** Shows the picture of a block of that many pixels, at once or as soon as it is painted; returns how to call that off. */
export function thumbnail(
  block: number,
  model: Model,
  pixels: number,
  show: (picture: HTMLCanvasElement) => void,
): () => void {
  const key = `${block} ${pixels}`;
  const known = painted.get(key);
  if (known) {
    show(known);
    return () => {};
  }
  const task = () => {
    const picture = painted.get(key) ?? document.createElement('canvas');
    if (!painted.has(key)) {
      picture.width = picture.height = pixels;
      // Small blocks look small, but not lost.
      const [width, height, depth] = model.size.map((length) => length / 1000) as [number, number, number];
      paint(picture, model, Math.max(5.5, Math.hypot(width, height, depth) * 1.05));
      painted.set(key, picture);
    }
    show(picture);
  };
  if (waiting.push(task) === 1) setTimeout(paintSome);
  return () => {
    const at = waiting.indexOf(task);
    if (at >= 0) waiting.splice(at, 1);
  };
}

/** Paints for a stretch, and goes on later: a whole bag at once would stop the page. */
function paintSome(): void {
  const end = performance.now() + STRETCH;
  while (waiting.length > 0 && performance.now() < end) waiting.shift()?.();
  if (waiting.length > 0) setTimeout(paintSome);
}

/** Paints a block so that it fills the canvas; `scale` is centimetres to the canvas' width. */
function paint(canvas: HTMLCanvasElement, model: Model, scale: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const unit = width / (scale * 1000);
  const corners: Vector[] = [];
  for (let at = 0; at < model.points.length; at += 3) corners.push(rotated(LOOK, three(model.points, at)));
  const middle = [0, 1].map((axis) => {
    const along = corners.map((corner) => corner[axis] ?? 0);
    return (Math.max(...along) + Math.min(...along)) / 2;
  });
  const faces: { depth: number; light: number; path: Vector[] }[] = [];
  for (let at = 0; at < model.triangles.length; at += 3) {
    const [a, b, c] = three(model.triangles, at);
    const path = [corners[a], corners[b], corners[c]] as Vector[];
    const normals = [a, b, c].map((corner) => rotated(LOOK, three(model.normals, corner * 3)));
    const normal = [0, 1, 2].map((axis) => normals.reduce((sum, one) => sum + (one[axis] ?? 0), 0) / 3000);
    if ((normal[2] ?? 0) <= 0) continue;
    const light = normal.reduce((sum, part, axis) => sum + part * (LIGHT[axis] ?? 0), 0);
    faces.push({ depth: path.reduce((sum, corner) => sum + corner[2], 0), light, path });
  }
  faces.sort((one, other) => one.depth - other.depth);
  for (const { light, path } of faces) {
    const shade = 0.62 + 0.45 * Math.max(0, light);
    const [red, green, blue] = model.colour.map((part) => Math.min(255, Math.round(part * shade)));
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.strokeStyle = context.fillStyle;
    context.lineWidth = 0.7;
    context.beginPath();
    for (const [x, y] of path)
      context.lineTo(width / 2 + (x - (middle[0] ?? 0)) * unit, height / 2 - (y - (middle[1] ?? 0)) * unit);
    context.closePath();
    context.fill();
    context.stroke();
  }
}

function three(numbers: number[], at: number): Vector {
  return [numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0];
}
