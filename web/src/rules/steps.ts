/// Sequences of steps: what they have in common, and changes of them.
import type { Step, Steps } from '../generated/protocol';

/** Whether two steps are the same action of the same seat. */
export function isSameStep(one: Step | undefined, other: Step | undefined): boolean {
  return one !== undefined && one.seat === other?.seat && one.action === other.action;
}

/** How many steps two sequences have in common from the opening. */
export function commonLength(one: Step[], other: Step[]): number {
  const apart = one.findIndex((step, index) => !isSameStep(step, other[index]));
  return apart < 0 ? one.length : apart;
}

/** Whether a sequence starts with all the steps of another. */
export function startsWith(steps: Step[], start: Step[]): boolean {
  return steps.length >= start.length && commonLength(start, steps) === start.length;
}

/** The steps after a change: the first `from` of them stay, `added` follow. */
export function applySteps(steps: Step[], { from, added }: Steps): Step[] {
  return [...steps.slice(0, from), ...added];
}
