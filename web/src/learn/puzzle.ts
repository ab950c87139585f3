/// Puzzles: a file in each game's folder, written by `ludotheque puzzles`.
import type { Setup } from '../generated/protocol';

/** A position, and the one way to win it. */
export interface Puzzle {
  setup: Setup;
  /** The number of turns within which to win; `null` if the task is to find the only turn that wins. */
  force: number | null;
  /** From 1 to 5. */
  difficulty: number;
  /** What leads to the position, from the opening. */
  line: string;
  /** The turns of the solution, each in all orders in which its actions can be played. */
  turns: string[][];
  /** What the other side plays between them. */
  replies: string[];
}

/** Reads a file of puzzles. */
export function read(file: string): Puzzle[] {
  const puzzles: Puzzle[] = [];
  for (const line of file.split('\n')) {
    const [word = '', ...rest] = line.split(' ');
    const text = rest.join(' ');
    const puzzle = puzzles.at(-1);
    if (word === 'puzzle') puzzles.push(heading(rest));
    else if (!puzzle) continue;
    else if (word === 'line') puzzle.line = text;
    else if (word === 'turn') puzzle.turns.push(text.split(' or '));
    else if (word === 'reply') puzzle.replies.push(text);
  }
  return puzzles;
}

/** The puzzles of one setting, each with its number in the file. */
export interface Chapter {
  options: Record<string, string>;
  puzzles: { puzzle: Puzzle; number: number }[];
}

/** Puzzles by their setting, in the order of the file. */
export function chapters(puzzles: Puzzle[]): Chapter[] {
  const found = new Map<string, Chapter>();
  for (const [index, puzzle] of puzzles.entries()) {
    const { options } = puzzle.setup;
    const key = JSON.stringify(options);
    const chapter = found.get(key) ?? { options, puzzles: [] };
    chapter.puzzles.push({ puzzle, number: index + 1 });
    found.set(key, chapter);
  }
  return [...found.values()];
}

/** `puzzle 2 seats variant=base goal force 2 difficulty 3`, without its first word. */
function heading(words: string[]): Puzzle {
  const after = (word: string) => words[words.indexOf(word) + 1];
  const options = words.filter((word) => word.includes('=')).map((word) => word.split('=', 2));
  return {
    setup: { seats: Number(words[0]), options: Object.fromEntries(options) },
    force: words.includes('force') ? Number(after('force')) : null,
    difficulty: Number(after('difficulty')),
    line: '',
    turns: [],
    replies: [],
  };
}
