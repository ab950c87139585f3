/// The evaluations of all positions of a game, and what follows from them: curves of chances, and turning points.
import type { Step } from '../generated/protocol';

/** The evaluation of a position. */
export interface Evaluation {
  /** The seat that is to act. */
  seat: number;
  /** Its chance of beating a rival, from 0 to 1, if it plays the best. */
  chance: number;
  /** The best action. */
  best: string;
  /** Its chance after the action that was played, if the search included it; otherwise `null`. */
  played: number | null;
}

/** The chance of one side over the game. */
export interface ChanceCurve {
  /** The seats of the side. */
  seats: number[];
  points: { step: number; chance: number }[];
}

/** An action that lowered the chance of its seat a lot. */
export interface TurningPoint {
  /** The number of the step, counted from 1. */
  step: number;
  seat: number;
  /** Its chance before and after. */
  before: number;
  after: number;
  /** The better action. */
  better: string;
}

/** The loss of chance that is searched again, and the one that is shown. */
export const SUSPECTED_LOSS = 0.1;
const SHOWN_LOSS = 0.15;
const MOST_SHOWN = 8;

/** The seats of each side; partners are one side. */
export function sidesOf(teams: number[]): number[][] {
  const sides = [...new Set(teams)];
  return sides.map((side) => teams.flatMap((team, seat) => (team === side ? [seat] : [])));
}

/** The share of rivals that a side has beaten, by the final places. */
export function finalChance(seats: number[], places: number[]): number {
  const own = places[seats[0] ?? 0] ?? 1;
  const rivals = places.filter((_, seat) => !seats.includes(seat));
  const beaten = rivals.map((place) => (place > own ? 1 : place === own ? 0.5 : 0) as number);
  return beaten.reduce((sum, one) => sum + one, 0) / Math.max(1, beaten.length);
}

/** The chance of a side in a position; `null` if only the chance of another side is known. */
function chanceOf(side: number[], evaluation: Evaluation, sides: number): number | null {
  if (side.includes(evaluation.seat)) return evaluation.chance;
  return sides === 2 ? 1 - evaluation.chance : null;
}

/** The chances of each side over the game; `evaluations[k]` is of the position after `k` steps. */
export function chanceCurves(
  evaluations: readonly (Evaluation | undefined)[],
  teams: number[],
  places: number[] | null,
): ChanceCurve[] {
  const sides = sidesOf(teams);
  return sides.map((seats) => {
    const points = evaluations.flatMap((position, step) => {
      const chance = position ? chanceOf(seats, position, sides.length) : null;
      return chance === null ? [] : [{ step, chance }];
    });
    if (places) points.push({ step: evaluations.length - 1, chance: finalChance(seats, places) });
    return { seats, points };
  });
}

/** How an action changed the chance of its seat; `null` if it was the best one or its effect is not known. */
function changeOf(
  evaluations: readonly (Evaluation | undefined)[],
  steps: Step[],
  teams: number[],
  places: number[] | null,
  index: number,
): TurningPoint | null {
  const [step, here, next] = [steps[index], evaluations[index], evaluations[index + 1]];
  if (!step?.action || !here || here.seat !== step.seat || here.best === step.action) return null;
  const sides = sidesOf(teams);
  const side = sides.find((seats) => seats.includes(here.seat)) ?? [here.seat];
  const last = index + 1 === steps.length && places ? finalChance(side, places) : null;
  const after = here.played ?? last ?? (next ? chanceOf(side, next, sides.length) : null);
  if (after === null) return null;
  return { step: index + 1, seat: here.seat, before: here.chance, after, better: here.best };
}

/** The indices of the steps that seem to be mistakes, to be searched again. */
export function suspects(
  evaluations: readonly (Evaluation | undefined)[],
  steps: Step[],
  teams: number[],
  places: number[] | null,
): number[] {
  const changes = steps.map((_, index) => changeOf(evaluations, steps, teams, places, index));
  return changes
    .filter((found) => found !== null)
    .filter(({ before, after }) => before - after >= SUSPECTED_LOSS)
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, 2 * MOST_SHOWN)
    .map(({ step }) => step - 1);
}

/** The turning points in the order of the game: the largest losses among the steps that were checked. */
export function turningPoints(
  evaluations: readonly (Evaluation | undefined)[],
  steps: Step[],
  teams: number[],
  places: number[] | null,
  checked: ReadonlySet<number>,
): TurningPoint[] {
  return steps
    .map((_, index) => (checked.has(index) ? changeOf(evaluations, steps, teams, places, index) : null))
    .filter((found) => found !== null)
    .filter(({ before, after }) => before - after >= SHOWN_LOSS)
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, MOST_SHOWN)
    .sort((a, b) => a.step - b.step);
}

/** The order in which positions are evaluated: every eighth first, so that the whole curve is visible soon. */
export function sparseFirst(count: number): number[] {
  const order: number[] = [];
  const known = new Set<number>();
  for (const stride of [8, 4, 2, 1]) {
    for (let index = 0; index < count; index += stride) {
      if (known.has(index)) continue;
      known.add(index);
      order.push(index);
    }
  }
  return order;
}
