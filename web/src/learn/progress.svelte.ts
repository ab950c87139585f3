/// The steps and puzzles that were done, stored in this browser.

/** What was done of a game. */
interface Learned {
  /** Steps of the lesson. */
  steps: number[];
  /** Puzzles, by their number. */
  puzzles: number[];
}

export type Part = keyof Learned;

const KEY = 'learned';

function stored(): Record<string, Learned> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Learned>;
  } catch {
    return {};
  }
}

const learned = $state(stored());

/** Whether a step or a puzzle, counted from 1, is done. */
export function isDone(game: string, part: Part, number: number): boolean {
  return learned[game]?.[part].includes(number) ?? false;
}

/** The number of the first of `count` that is not done. */
export function firstLeft(game: string, part: Part, count: number): number | undefined {
  return Array.from({ length: count }, (_, index) => index + 1).find((number) => !isDone(game, part, number));
}

/** Stores that a step or a puzzle is done. */
export function keepDone(game: string, part: Part, number: number): void {
  if (isDone(game, part, number)) return;
  learned[game] ??= { steps: [], puzzles: [] };
  learned[game][part].push(number);
  try {
    localStorage.setItem(KEY, JSON.stringify(learned));
  } catch {
    // The storage is full: the progress is lost at the next visit.
  }
}
