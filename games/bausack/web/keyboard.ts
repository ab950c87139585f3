// The keys of the table: they move and rotate the held block, or the camera.

import type { Hand } from './hand.svelte';
import { rotated, rotationAbout, type Vector } from './quaternion';

/** The camera of the scene. */
export interface Camera {
  orbit(angle: number, steepness: number): void;
  zoom(factor: number): void;
  reset(): void;
}

/** What the keys control. */
export interface KeyTarget {
  hand: Hand;
  /** None in flat views, which have no camera. */
  scene: Camera | undefined;
  /** The angle of the camera: left and right are those of the viewer. */
  facing: number;
  mayPutBack: boolean;
  letGo(): void;
}

const QUARTER = Math.PI / 2;

const reversed = (axis: Vector) => axis.map((part) => -part) as Vector;

/** Performs the action of a key; returns whether the key has one. */
export function pressed(
  event: KeyboardEvent,
  { hand, scene, facing, mayPutBack, letGo }: KeyTarget,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const up: Vector = [0, 1, 0];
  const seen = rotationAbout(up, facing);
  const right = rotated(seen, [1, 0, 0]);
  const away = rotated(seen, [0, 0, -1]);
  const actions: Record<string, () => void> = {
    ArrowLeft: () => (hand.holds ? hand.nudge(reversed(right)) : scene?.orbit(-0.15, 0)),
    ArrowRight: () => (hand.holds ? hand.nudge(right) : scene?.orbit(0.15, 0)),
    ArrowUp: () => (hand.holds ? hand.nudge(away) : scene?.orbit(0, -0.1)),
    ArrowDown: () => (hand.holds ? hand.nudge(reversed(away)) : scene?.orbit(0, 0.1)),
    PageUp: () => hand.nudge(up),
    PageDown: () => hand.nudge(reversed(up)),
    '+': () => scene?.zoom(0.9),
    '-': () => scene?.zoom(1.1),
    '0': () => scene?.reset(),
    p: () => (hand.precise = !hand.precise),
    l: () => hand.lower(),
    Enter: letGo,
    Escape: () => (mayPutBack && (hand.holds || hand.replaying) ? hand.drop() : undefined),
  };
  const turns: Record<string, [Vector, number]> = {
    q: [up, 1],
    e: [up, -1],
    w: [right, -1],
    s: [right, 1],
    a: [away, -1],
    d: [away, 1],
  };
  const turn = turns[event.key.toLowerCase()];
  const action = actions[event.key] ?? actions[event.key.toLowerCase()];
  if (turn) {
    const [axis, sign] = turn;
    if (event.shiftKey) hand.rotate(axis, sign * QUARTER);
    else hand.twist(sign > 0 ? axis : reversed(axis));
  } else action?.();
  return turn !== undefined || action !== undefined;
}
