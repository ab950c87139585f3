/// Drawings of the rulebook: a board in letters, and perhaps an action and the board after it.
import { nameOf } from './geometry';
import type { Pile } from './piles';

/** A board and the piles on it. */
export interface Drawn {
  side: number;
  piles: Pile[];
}

export interface Drawing {
  /** The board, and the one after the action. */
  boards: Drawn[];
  /** Who acts. */
  seat: number | null;
  action: string | null;
  /** The article that refuses it. */
  refused: string | null;
}

/** The letters of the colours in positions, and the first letters of their names in both languages. */
const LETTERS: Record<string, number> = { r: 0, b: 1, y: 2, j: 2, g: 3, v: 3 };

/** Reads a drawing. */
export function read(source: string): Drawing {
  const drawing: Drawing = { boards: [], seat: null, action: null, refused: null };
  let rows: string[][] = [];
  for (const line of source.split('\n').map((line) => line.trim())) {
    const [number, ...marks] = line.split(/\s+/);
    const [, who = '', what] = /^(\p{L}+)\s?: (\S+)$/u.exec(line) ?? [];
    if (/^\d$/.test(number ?? '')) rows.push(marks);
    else if (rows.length > 0 && /^[a-e]( |$)/.test(line)) {
      drawing.boards.push(drawn(rows));
      rows = [];
    } else if (what && /^B\d+$/.test(what)) drawing.refused = what;
    else if (what) Object.assign(drawing, { seat: LETTERS[who[0] ?? ''] ?? null, action: what });
  }
  return drawing;
}

function drawn(rows: string[][]): Drawn {
  const side = rows.length;
  const piles = rows.flatMap((marks, index) =>
    marks.flatMap((mark, column) => {
      const seat = LETTERS[mark[0] ?? ''];
      if (seat === undefined || mark.length < 2) return [];
      return [{ cell: nameOf(column, side - 1 - index), seat, height: Number(mark[1]) }];
    }),
  );
  return { side, piles };
}
