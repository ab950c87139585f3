/// Compares the actions of a player with the solution of an exercise.

/** Actions of one turn in notation, as data has them: `6c-7c, 7c-8d`. */
export function actionsOf(turn: string): string[] {
  return turn.split(',').flatMap((action) => action.trim() || []);
}

/** Whether the turn solves the exercise, is a part of a solution, or is wrong. */
export type Verdict = 'done' | 'on' | 'wrong';

/** Whether an action matches the expected one; `…` in it matches any text, for what a hand did or Nature answered. */
function fits(written: string | undefined, action: string): boolean {
  if (!written?.includes('…')) return written === action;
  const parts = written.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(action);
}

/** Compares the actions played so far in a turn with all accepted ways to play it. */
export function judge(ways: string[], played: string[]): Verdict {
  const fitting = ways
    .map(actionsOf)
    .filter((way) => played.every((action, index) => fits(way[index], action)));
  if (fitting.length === 0) return 'wrong';
  return fitting.some((way) => way.length === played.length) ? 'done' : 'on';
}

/** The next action of a solution that starts with the played actions. */
export function next(ways: string[], played: string[]): string | undefined {
  const way = ways.map(actionsOf).find((way) => played.every((action, index) => fits(way[index], action)));
  return way?.[played.length];
}

/** The spot of the board that an action begins with: the longest of them that its notation begins with. */
export function spotOf(action: string, spots: string[]): string | undefined {
  const plain = action.replace(/^[^\p{L}\p{N}]+/u, '');
  const fitting = spots.filter((spot) => plain.startsWith(spot));
  return fitting.sort((a, b) => b.length - a.length)[0];
}
