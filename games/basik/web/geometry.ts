/// Where things stand on the drawing. A cell is 100 wide; the origin is the corner of the board at the top left.

export const CELL = 100;
export const FRAME = 36;

/** How far a pawn rises above the one below it. */
export const RISE = 15;

/** The names of the cells, from a1 row by row. */
export function cells(side: number): string[] {
  return Array.from({ length: side * side }, (_, index) => nameOf(index % side, Math.floor(index / side)));
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

/** The cells that share a side with a cell. */
export function beside(cell: string, side: number): string[] {
  const { column, row } = placeOf(cell);
  const around: [number, number][] = [
    [column - 1, row],
    [column + 1, row],
    [column, row - 1],
    [column, row + 1],
  ];
  const isOn = (place: number) => place >= 0 && place < side;
  return around.filter(([x, y]) => isOn(x) && isOn(y)).map(([x, y]) => nameOf(x, y));
}
