/// How hard blocks strike, as they are heard: from their masses, and how suddenly they stop falling.
import type { HandState } from './types';

/** A slice of simulated time, in seconds. */
const SLICE = 1 / 30;
/** Slower falls than this make no sound, in metres a second. */
const QUIET = 0.12;
/** The momentum of the loudest blow, in gram metres a second: a heavy block from the top of a tower. */
const LOUDEST = 60;

export class Impacts {
  private speeds = new Map<number, number>();

  /** How loud the blows between two states are, from 0 to 1. */
  between(
    before: HandState,
    now: HandState,
    held: number | null,
    slices: number,
    mass: (block: number) => number,
  ): number[] {
    const heights = (state: HandState) => {
      const all = new Map(state.moved.map(([block, row]) => [block, row[1]]));
      if (held !== null && state.held && state.phase === 'moving') all.set(held, state.held[1]);
      return all;
    };
    const [from, to] = [heights(before), heights(now)];
    const loud: number[] = [];
    for (const [block, height] of to) {
      const was = from.get(block);
      if (was === undefined) continue;
      const speed = (height - was) / 1e6 / (slices * SLICE);
      const fell = -(this.speeds.get(block) ?? 0);
      this.speeds.set(block, speed);
      if (fell > QUIET && -speed < fell / 2)
        loud.push(Math.min(1, ((mass(block) / 1000) * fell) / LOUDEST + 0.06));
    }
    return loud;
  }
}
