/// Variations: steps that the viewer tries beside what was played. They never change the table.
import type { Step } from '../generated/protocol';
import { commonLength, startsWith } from '../rules/steps';

/** A sequence of steps that was tried. */
export interface Variation {
  id: number;
  /** How many steps of the table it shares before it branches off. */
  from: number;
  /** All its steps from the opening, those of the table included. */
  steps: Step[];
}

/** A position: so many steps into a variation, or into the table's own steps if `variation` is null. */
export interface StepPlace {
  variation: Variation | null;
  at: number;
}

/**
 * The variations after `step` was tried at the end of `path`, and the resulting place. Steps of the table or of a known
 * variation lead along it; a step at the end of a variation extends it; any other step starts a new variation.
 */
export function addTriedStep(
  played: Step[],
  variations: Variation[],
  path: Step[],
  step: Step,
): { variations: Variation[]; place: StepPlace } {
  const steps = [...path, step];
  if (startsWith(played, steps)) return { variations, place: { variation: null, at: steps.length } };
  const known = variations.find((variation) => startsWith(variation.steps, steps));
  if (known) return { variations, place: { variation: known, at: steps.length } };
  const ended = variations.find(
    (variation) => variation.steps.length === path.length && startsWith(path, variation.steps),
  );
  const id = ended?.id ?? Math.max(0, ...variations.map((variation) => variation.id)) + 1;
  const variation = { id, from: commonLength(path, played), steps };
  const updated = ended
    ? variations.map((other) => (other === ended ? variation : other))
    : [...variations, variation];
  return { variations: updated, place: { variation, at: steps.length } };
}

/** The variations that still branch off the table's steps, after those have changed. */
export function withSharedStart(played: Step[], variations: Variation[]): Variation[] {
  return variations.filter(({ from, steps }) => startsWith(played, steps.slice(0, from)));
}
