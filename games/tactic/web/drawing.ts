/// Drawings of the rulebook: a part of the board in letters and strokes, and the actions that are tried there.
import { type Net, nameOf } from './geometry';
import type { Kind, Piece } from './types';

/** Something that is tried: a few actions, and the article that refuses the last of them, if one does. */
export interface Try {
  actions: string[];
  article: string | null;
}

export interface Drawing {
  net: Net;
  /** The lowest and the highest line that are drawn. */
  lines: [number, number];
  pieces: Piece[];
  tries: Try[];
}

/** Where the leftmost station of a drawing is written, and how wide half a unit is. */
const LEFT = 6;
const HALF = 2;

const KINDS: Record<string, Kind> = { '#': 'central', O: 'outer', o: 'transit' };

/** Reads a drawing. */
export function read(source: string): Drawing {
  const [board = '', ...rest] = source.split(/\n\s*\n/);
  const net: Net = { stations: new Map(), tracks: [] };
  const pieces: Piece[] = [];
  const rows: { line: number; columns: number[] }[] = [];
  const strokes: string[] = [];
  for (const text of board.split('\n')) {
    const [, number] = /^\s*(\d+) /.exec(text) ?? [];
    if (!number) {
      strokes[rows.length] = text;
      continue;
    }
    const line = Number(number);
    const columns = [...text].flatMap((letter, column) =>
      column >= LEFT && /[#OoPpGg]/.test(letter) ? [column] : [],
    );
    for (const [letter, column] of columns.entries()) {
      const name = nameOf(line, letter);
      const mark = text[column] ?? '';
      const x = (column - LEFT) / HALF;
      net.stations.set(name, { line, x, kind: KINDS[mark] ?? kindAt(line, x) });
      const seat = mark === mark.toUpperCase() ? 0 : 1;
      if (/[Gg]/.test(mark)) pieces.push({ station: name, seat, role: 'guard' });
      if (/[Pp]/.test(mark))
        pieces.push({ station: name, seat, role: line === (seat === 0 ? 13 : 1) ? 'arrived' : 'patrol' });
      const next = columns[letter + 1];
      if (next && /^-+$/.test(text.slice(column + 1, next)))
        net.tracks.push([name, nameOf(line, letter + 1)]);
    }
    rows.push({ line, columns });
  }
  for (const [index, lower] of rows.entries()) {
    const upper = rows[index - 1];
    if (upper) net.tracks.push(...slants(strokes[index] ?? '', upper, lower));
  }
  const lines = rows.map((row) => row.line);
  return { net, lines: [Math.min(...lines), Math.max(...lines)], pieces, tries: tries(rest.join('\n')) };
}

/** The kind of a station that is hidden by a piece in the drawing. */
function kindAt(line: number, x: number): Kind {
  if (line === 1 || line === 13) return 'central';
  return line === 2 || line === 12 || x === 0 || x === 12 ? 'outer' : 'transit';
}

/** The tracks between two lines: each stroke joins the nearest stations that it points at. */
function slants(
  strokes: string,
  upper: { line: number; columns: number[] },
  lower: { line: number; columns: number[] },
): [string, string][] {
  const left = (columns: number[], of: number) => columns.findLastIndex((column) => column < of);
  const right = (columns: number[], of: number) => columns.findIndex((column) => column > of);
  return [...strokes].flatMap((stroke, column): [string, string][] => {
    if (stroke !== '/' && stroke !== '\\') return [];
    const above = (stroke === '/' ? right : left)(upper.columns, column);
    const below = (stroke === '/' ? left : right)(lower.columns, column);
    return above < 0 || below < 0 ? [] : [[nameOf(lower.line, below), nameOf(upper.line, above)]];
  });
}

function tries(text: string): Try[] {
  return text.split('\n').flatMap((line) => {
    const [, actions, verdict] = /^(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    if (!actions || !verdict) return [];
    return [{ actions: actions.split(', '), article: /T\d+/.exec(verdict)?.[0] ?? null }];
  });
}
