/// Lines that somebody tries beside what was really played. They never touch the table.
import type { Told } from '../generated/house';

/** A line that was tried. */
export interface Variation {
  id: number;
  /** After how many steps of the table it begins. */
  from: number;
  /** Its steps, those of the table before it included. */
  steps: Told[];
}

/** Where somebody stands: so many steps into a variation, or into the table's own line. */
export interface Place {
  variation: Variation | null;
  at: number;
}

/** Whether two steps are the same deed. */
export function isSame(one: Told | undefined, other: Told | undefined): boolean {
  return one !== undefined && one.seat === other?.seat && one.action === other.action;
}

/** How many steps two lines have in common from the beginning. */
export function shared(one: Told[], other: Told[]): number {
  const apart = one.findIndex((step, index) => !isSame(step, other[index]));
  return apart < 0 ? one.length : apart;
}

/** Whether a line begins with all the steps of another. */
export function goesOn(line: Told[], from: Told[]): boolean {
  return line.length >= from.length && shared(from, line) === from.length;
}

/**
 * Where one stands after `step` was tried after `path`, and the variations then. What leads along a known line follows
 * that line; what goes beyond the end of a variation makes it longer; all else begins another.
 */
export function afterTrying(
  line: Told[],
  kept: Variation[],
  path: Told[],
  step: Told,
): { kept: Variation[]; place: Place } {
  const steps = [...path, step];
  if (goesOn(line, steps)) return { kept, place: { variation: null, at: steps.length } };
  const known = kept.find((variation) => goesOn(variation.steps, steps));
  if (known) return { kept, place: { variation: known, at: steps.length } };
  const ended = kept.find(
    (variation) => variation.steps.length === path.length && goesOn(path, variation.steps),
  );
  const id = ended?.id ?? Math.max(0, ...kept.map((variation) => variation.id)) + 1;
  const variation = { id, from: shared(path, line), steps };
  const others = ended ? kept.map((other) => (other === ended ? variation : other)) : [...kept, variation];
  return { kept: others, place: { variation, at: steps.length } };
}

/** The variations that still begin on the table's line, after that has changed. */
export function stillThere(line: Told[], kept: Variation[]): Variation[] {
  return kept.filter(({ from, steps }) => goesOn(line, steps.slice(0, from)));
}
