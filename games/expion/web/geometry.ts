/// Where things stand on the drawing. A cell is 100 wide; the origin is the corner of the board at the top left.

export const CELL = 100;
export const FRAME = 44;

/** The board as the rulebook draws it (X1), for drawings that have no position to ask. */
export const LAYOUT = [
  '#nnnnnnn#',
  'w*.....*e',
  'w.......e',
  'w.......e',
  'w.......e',
  'w.......e',
  'w.......e',
  'w*.....*e',
  '#sssssss#',
];

/** A cell and what it is: `.` of the area, `*` special, or the letter of its camp. */
export interface Place {
  cell: string;
  kind: string;
}

/** The cells of a board, from the top left. */
export function places(layout: string[]): Place[] {
  const row = (kinds: string, index: number) =>
    [...kinds].map((kind, column) => ({ cell: nameOf(column, layout.length - 1 - index), kind }));
  return layout.flatMap(row).filter(({ kind }) => kind !== '#');
}

/** The name of the cell in that column and row, both counted from 0. */
export function nameOf(column: number, row: number): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** The column and row of a cell. */
export function placeOf(cell: string): { column: number; row: number } {
  return { column: cell.charCodeAt(0) - 97, row: Number(cell.slice(1)) - 1 };
}

/** The middle of a cell after so many quarter turns. */
export function centre(cell: string, side: number, rotation: number): { x: number; y: number } {
  const { column, row } = placeOf(cell);
  let [x, y] = [column, side - 1 - row];
  for (let turn = 0; turn < rotation % 4; turn++) [x, y] = [side - 1 - y, x];
  return { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL };
}

/** The cell one step beyond `to` in the direction from `from`: where a pushed ball goes. */
export function beyond(from: string, to: string): string {
  const [a, b] = [placeOf(from), placeOf(to)];
  return nameOf(b.column + Math.sign(b.column - a.column), b.row + Math.sign(b.row - a.row));
}

/** The two cells left and right of a cell, and the two below and above it. */
export function across(cell: string): [string, string][] {
  const { column, row } = placeOf(cell);
  return [
    [nameOf(column - 1, row), nameOf(column + 1, row)],
    [nameOf(column, row - 1), nameOf(column, row + 1)],
  ];
}

/** Forward for the marbles of each camp (X8), in columns and rows. */
const FORWARD: Record<string, [number, number]> = { n: [0, -1], e: [-1, 0], s: [0, 1], w: [1, 0] };

/** The cell in front of a marble. */
export function ahead(cell: string, letter: string): string {
  const { column, row } = placeOf(cell);
  const [dx, dy] = FORWARD[letter] ?? [0, 0];
  return nameOf(column + dx, row + dy);
}

/** Which way a marble of that camp looks on the drawing, in degrees, clockwise from the right. */
export function bearing(letter: string, rotation: number): number {
  const [dx, dy] = FORWARD[letter] ?? [0, 0];
  return (Math.atan2(-dy, dx) * 180) / Math.PI + 90 * rotation;
}
