/// What somebody has learned, kept in this browser.

/** What was done of one game. */
interface Learned {
  /** Steps of the lesson. */
  steps: number[];
  /** Puzzles, by their number. */
  puzzles: number[];
}

export type Part = keyof Learned;

const KEY = 'learned';

function kept(): Record<string, Learned> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Learned>;
  } catch {
    return {};
  }
}

const learned = $state(kept());

/** Whether a step or a puzzle, counted from 1, is done. */
export function isDone(game: string, part: Part, number: number): boolean {
  return learned[game]?.[part].includes(number) ?? false;
}

/** The first of so many that is not done. */
export function firstLeft(game: string, part: Part, count: number): number | undefined {
  return Array.from({ length: count }, (_, index) => index + 1).find((number) => !isDone(game, part, number));
}

/** Keeps that one is done. A browser that has no room for it teaches all the same. */
export function keepDone(game: string, part: Part, number: number): void {
  if (isDone(game, part, number)) return;
  learned[game] ??= { steps: [], puzzles: [] };
  learned[game][part].push(number);
  try {
    localStorage.setItem(KEY, JSON.stringify(learned));
  } catch {
    // Nothing that would keep anybody from going on.
  }
}
