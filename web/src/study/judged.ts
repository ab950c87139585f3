/// What was thought of every position of a game, and what follows from it: curves and turning points.
import type { Told } from '../generated/house';

/** What is thought of a position. */
export interface Judged {
  /** The seat that is to act. */
  seat: number;
  /** Its chance of beating a rival, from 0 to 1, if it plays the best. */
  chance: number;
  /** The best action. */
  best: string;
  /** Its chance after what was really played, where that was looked into beside the best. */
  played: number | null;
}

/** The chance of one side over the game. */
export interface Curve {
  /** The seats of the side. */
  seats: number[];
  points: { step: number; chance: number }[];
}

/** An action that cost a lot. */
export interface Turning {
  /** The number of the step, counted from 1. */
  step: number;
  seat: number;
  /** Its chance before and after. */
  before: number;
  after: number;
  /** What would have been better. */
  better: string;
}

/** What is worth checking, and what is worth telling. */
export const SUSPECT = 0.1;
const WORTH = 0.15;
const MOST = 8;

/** The seats side by side: partners are one. */
export function sidesOf(teams: number[]): number[][] {
  const sides = [...new Set(teams)];
  return sides.map((side) => teams.flatMap((team, seat) => (team === side ? [seat] : [])));
}

/** What a side had of beating a rival, now that the places are known. */
export function atTheEnd(seats: number[], places: number[]): number {
  const own = places[seats[0] ?? 0] ?? 1;
  const rivals = places.filter((_, seat) => !seats.includes(seat));
  const beaten = rivals.map((place) => (place > own ? 1 : place === own ? 0.5 : 0) as number);
  return beaten.reduce((sum, one) => sum + one, 0) / Math.max(1, beaten.length);
}

/** What a side is thought to have in a position; nothing where only another side's chance is known. */
function chanceOf(side: number[], judged: Judged, sides: number): number | null {
  if (side.includes(judged.seat)) return judged.chance;
  return sides === 2 ? 1 - judged.chance : null;
}

/** How the chances went; position `k` is the one after `k` steps. */
export function curves(
  judged: readonly (Judged | undefined)[],
  teams: number[],
  places: number[] | null,
): Curve[] {
  const sides = sidesOf(teams);
  return sides.map((seats) => {
    const points = judged.flatMap((position, step) => {
      const chance = position ? chanceOf(seats, position, sides.length) : null;
      return chance === null ? [] : [{ step, chance }];
    });
    if (places) points.push({ step: judged.length - 1, chance: atTheEnd(seats, places) });
    return { seats, points };
  });
}

/** What an action changed: the chance of whoever acted, before and after. */
function change(
  judged: readonly (Judged | undefined)[],
  line: Told[],
  teams: number[],
  places: number[] | null,
  index: number,
): Turning | null {
  const [step, here, next] = [line[index], judged[index], judged[index + 1]];
  if (!step?.action || !here || here.seat !== step.seat || here.best === step.action) return null;
  const sides = sidesOf(teams);
  const side = sides.find((seats) => seats.includes(here.seat)) ?? [here.seat];
  const last = index + 1 === line.length && places ? atTheEnd(side, places) : null;
  const after = here.played ?? last ?? (next ? chanceOf(side, next, sides.length) : null);
  if (after === null) return null;
  return { step: index + 1, seat: here.seat, before: here.chance, after, better: here.best };
}

/** The steps that seem to have cost something, by their index: each is worth a longer look. */
export function suspects(
  judged: readonly (Judged | undefined)[],
  line: Told[],
  teams: number[],
  places: number[] | null,
): number[] {
  const changes = line.map((_, index) => change(judged, line, teams, places, index));
  return changes
    .filter((found) => found !== null)
    .filter(({ before, after }) => before - after >= SUSPECT)
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, 2 * MOST)
    .map(({ step }) => step - 1);
}

/** The turning points, in the order of the game: of those that were checked, the ones that cost most. */
export function turnings(
  judged: readonly (Judged | undefined)[],
  line: Told[],
  teams: number[],
  places: number[] | null,
  checked: ReadonlySet<number>,
): Turning[] {
  return line
    .map((_, index) => (checked.has(index) ? change(judged, line, teams, places, index) : null))
    .filter((found) => found !== null)
    .filter(({ before, after }) => before - after >= WORTH)
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, MOST)
    .sort((a, b) => a.step - b.step);
}

/** In which order positions are looked at: the whole game soon, each position in the end. */
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
