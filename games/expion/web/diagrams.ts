/// Parses the drawings of the rulebook.
import type { Marble } from './changes';

/** A part of a board. */
export interface Drawn {
  /** The letters of its columns, from the left. */
  columns: string[];
  /** The numbers of its rows, from the top. */
  rows: string[];
  marbles: Marble[];
  ball: string | null;
}

/** A whole drawing. */
export interface Drawing {
  /** The board, and the one after the action. */
  boards: Drawn[];
  action: string | null;
  /** Whether somebody has captured before. */
  later: boolean;
  /** The article that refuses the action. */
  refused: string | null;
}

/** Reads a drawing. */
export function read(source: string): Drawing {
  const drawing: Drawing = { boards: [], action: null, later: false, refused: null };
  let rows: string[][] = [];
  for (const line of source.split('\n').filter((line) => line.trim())) {
    const marks = line.trim().split(/\s+/);
    const article = /:\s*(X\d+)$/.exec(line)?.[1];
    if (/^[1-9]\s/.test(line)) rows.push(marks);
    else if (marks.every((mark) => /^[a-i]$/.test(mark))) {
      drawing.boards.push(drawn(rows, marks));
      rows = [];
    } else if (article) drawing.refused = article;
    else {
      drawing.later = line.includes(',');
      drawing.action = /[a-i][1-9][->][a-i][1-9]\*?/.exec(line)?.[0] ?? null;
    }
  }
  return drawing;
}

function drawn(rows: string[][], columns: string[]): Drawn {
  const cells = rows.flatMap(([row = '', ...marks]) =>
    marks.map((mark, index) => ({ cell: `${columns[index]}${row}`, letter: mark })),
  );
  return {
    columns,
    rows: rows.map(([row = '']) => row),
    marbles: cells.filter(({ letter }) => /[nesw]/.test(letter)),
    ball: cells.find(({ letter }) => letter === 'x')?.cell ?? null,
  };
}
