// The keys of the table: they move and rotate the held block, or the camera. Letters go by their place on the keyboard, so
// that they lie side by side on every layout.

import type { Lang } from '$board/contract';
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
    KeyP: () => (hand.precise = !hand.precise),
    KeyL: () => hand.lower(),
    KeyR: () => hand.nextSide(right),
    Enter: letGo,
    Escape: () => (mayPutBack && (hand.holds || hand.replaying) ? hand.drop() : undefined),
  };
  const turns: Record<string, [Vector, number]> = {
    KeyQ: [up, 1],
    KeyE: [up, -1],
    KeyW: [right, -1],
    KeyS: [right, 1],
    KeyA: [away, -1],
    KeyD: [away, 1],
  };
  // Keyboards on a screen tell no place.
  const code = event.code || `Key${event.key.toUpperCase()}`;
  const turn = turns[code];
  const action = actions[event.key] ?? actions[code];
  if (turn) {
    const [axis, sign] = turn;
    if (event.shiftKey) hand.layOver(axis, sign);
    else hand.twist(sign > 0 ? axis : reversed(axis));
  } else action?.();
  return turn !== undefined || action !== undefined;
}

/** The letters of a layout by their place, as far as the browser tells; otherwise those of the language. */
export async function letters(lang: Lang): Promise<Record<string, string>> {
  const same = { KeyE: 'E', KeyS: 'S', KeyD: 'D', KeyR: 'R', KeyP: 'P', KeyL: 'L' };
  const usual = lang === 'fr' ? { KeyQ: 'A', KeyW: 'Z', KeyA: 'Q' } : { KeyQ: 'Q', KeyW: 'W', KeyA: 'A' };
  const found: Record<string, string> = { ...same, ...usual };
  const { keyboard } = navigator as { keyboard?: { getLayoutMap?: () => Promise<Map<string, string>> } };
  const map = await keyboard?.getLayoutMap?.().catch(() => undefined);
  for (const code of Object.keys(found)) {
    const letter = map?.get(code);
    if (letter && /^\p{L}$/u.test(letter)) found[code] = letter.toUpperCase();
  }
  return found;
}
