/// What becomes of what a learner did: pure, so that it can be tested without any board.

/** Actions of one turn in notation, as data has them: `6c-7c, 7c-8d`. */
export function actionsOf(turn: string): string[] {
  return turn.split(',').flatMap((action) => action.trim() || []);
}

/** Whether the turn is done as it was asked for, may still become so, or can't any more. */
export type Verdict = 'done' | 'on' | 'wrong';

/** Whether an action is the one that is written; `…` stands for whatever a hand did, or what came of it. */
function fits(written: string | undefined, action: string): boolean {
  if (!written?.includes('…')) return written === action;
  const parts = written.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(action);
}

/** Judges what was played of a turn, against all the ways in which it may be done. */
export function judge(ways: string[], played: string[]): Verdict {
  const fitting = ways
    .map(actionsOf)
    .filter((way) => played.every((action, index) => fits(way[index], action)));
  if (fitting.length === 0) return 'wrong';
  return fitting.some((way) => way.length === played.length) ? 'done' : 'on';
}

/** The next action of a way that goes on from what was played. */
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
