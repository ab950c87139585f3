/// Which set-ups of a game can be played: what the rules refuse was written down with the shelf.
import type { ShelfGame } from '../generated/protocol';

type Chosen = Record<string, string>;

/** The value of every option: as chosen, otherwise the default. */
function complete({ options }: ShelfGame, chosen: Chosen): Chosen {
  return Object.fromEntries(options.map(({ key, choices }) => [key, chosen[key] ?? choices[0]?.value ?? '']));
}

/** The numbers of seats at which these options can be played. */
export function possibleCounts(box: ShelfGame, chosen: Chosen): number[] {
  const whole = complete(box, chosen);
  const refusing = box.refused.filter(({ options }) =>
    Object.entries(options).every(([key, value]) => whole[key] === value),
  );
  const { least, most } = box.seats;
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  return counts.filter((count) => !refusing.some(({ seats }) => seats.includes(count)));
}

/** Whether a value goes with the other options at some number of seats. */
export function isPossible(box: ShelfGame, chosen: Chosen, key: string, value: string): boolean {
  return possibleCounts(box, { ...chosen, [key]: value }).length > 0;
}

/** The options after one was chosen: whatever does not go with it is as the game has it. */
export function choose(box: ShelfGame, chosen: Chosen, key: string, value: string): Chosen {
  const after = { ...chosen, [key]: value };
  for (const other of Object.keys(chosen)) {
    if (other !== key && possibleCounts(box, after).length === 0) delete after[other];
  }
  return after;
}

/** The number of seats that can be played and is nearest to the wanted one. */
export function nearestCount(possible: number[], wanted: number): number {
  return possible.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
}
