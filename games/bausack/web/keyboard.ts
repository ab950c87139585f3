// What the keys of the stage do: they move and turn the held block, or where one looks from.

import type { Hand } from './hand.svelte';
import { about, turned, type Vector } from './turns';

/** From where one looks. */
export interface Camera {
  orbit(angle: number, steepness: number): void;
  zoom(factor: number): void;
}

/** What the keys work on. */
export interface Keyed {
  hand: Hand;
  /** None where there is only one way to look. */
  scene: Camera | undefined;
  /** The angle from which one looks: left and right are the onlooker's. */
  facing: number;
  mayPutBack: boolean;
  letGo(): void;
}

const QUARTER = Math.PI / 2;

const back = (axis: Vector) => axis.map((part) => -part) as Vector;

/** Does what the key says; whether it says anything. */
export function pressed(event: KeyboardEvent, { hand, scene, facing, mayPutBack, letGo }: Keyed): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const up: Vector = [0, 1, 0];
  const seen = about(up, facing);
  const right = turned(seen, [1, 0, 0]);
  const away = turned(seen, [0, 0, -1]);
  const deeds: Record<string, () => void> = {
    ArrowLeft: () => (hand.holds ? hand.nudge(back(right)) : scene?.orbit(-0.15, 0)),
    ArrowRight: () => (hand.holds ? hand.nudge(right) : scene?.orbit(0.15, 0)),
    ArrowUp: () => (hand.holds ? hand.nudge(away) : scene?.orbit(0, -0.1)),
    ArrowDown: () => (hand.holds ? hand.nudge(back(away)) : scene?.orbit(0, 0.1)),
    PageUp: () => hand.nudge(up),
    PageDown: () => hand.nudge(back(up)),
    '+': () => scene?.zoom(0.9),
    '-': () => scene?.zoom(1.1),
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
  const deed = deeds[event.key] ?? deeds[event.key.toLowerCase()];
  if (turn) {
    const [axis, sign] = turn;
    if (event.shiftKey) hand.rotate(axis, sign * QUARTER);
    else hand.twist(sign > 0 ? axis : back(axis));
  } else deed?.();
  return turn !== undefined || deed !== undefined;
}
