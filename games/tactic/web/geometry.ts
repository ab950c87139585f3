/// Where things stand on the drawing. It is a square of 1000; two lines, or two half units, are a `STEP` apart.
import type { Board, Kind } from './types';

export const SIZE = 1000;
export const STEP = 70;
export const EDGE = (SIZE - 12 * STEP) / 2;

export interface Point {
  x: number;
  y: number;
}

/** A station: its line, its distance from the left edge in half units, and what it is. */
export interface Place {
  line: number;
  x: number;
  kind: Kind;
}

/** Stations and the tracks that join them; a whole board, or the part of it that the rulebook draws. */
export interface Net {
  stations: Map<string, Place>;
  tracks: [string, string][];
}

const nets = new Map<string, Net>();

/** The net of the board that a view carries; the same one for the same board. */
export function netOf(board: Board): Net {
  const known = nets.get(board.tracks);
  if (known) return known;
  const stations = new Map<string, Place>();
  for (const [index, xs] of board.x.entries()) {
    for (const [letter, x] of xs.entries()) {
      stations.set(nameOf(index + 1, letter), {
        line: index + 1,
        x,
        kind: board.kind[index]?.[letter] ?? 'transit',
      });
    }
  }
  const tracks = board.tracks.split(' ').map((track) => track.split('-') as [string, string]);
  const net = { stations, tracks };
  nets.set(board.tracks, net);
  return net;
}

/** The name of the station of a line, its letter counted from 0. */
export function nameOf(line: number, letter: number): string {
  return `${line}${String.fromCharCode(97 + letter)}`;
}

/** A point so many half units from the left, on a line, after so many quarter turns. */
export function point(x: number, line: number, rotation: number): Point {
  let [across, down] = [EDGE + x * STEP, EDGE + (13 - line) * STEP];
  for (let turn = 0; turn < rotation % 4; turn++) [across, down] = [SIZE - down, across];
  return { x: across, y: down };
}

/** Where forward leads for a seat, in degrees clockwise from the top. */
export function heading(seat: number, rotation: number): number {
  return ((rotation + 2 * seat) % 4) * 90;
}

/** The stations at the other ends of the tracks of a station that lead forward for a seat, or aside. */
export function around(net: Net, station: string, seat: number): { forward: string[]; aside: string[] } {
  const line = net.stations.get(station)?.line ?? 0;
  const others = net.tracks.flatMap(([a, b]) => (a === station ? [b] : b === station ? [a] : []));
  const ahead = (other: string) => ((net.stations.get(other)?.line ?? 0) - line) * (seat === 0 ? 1 : -1);
  return {
    forward: others.filter((other) => ahead(other) > 0),
    aside: others.filter((other) => ahead(other) === 0),
  };
}

/** The line on which a seat is at home. */
export function homeOf(seat: number): number {
  return seat === 0 ? 1 : 13;
}

/** Places beside the net: two for the guards of each reserve, in the corners of its home, and the box. */
export type Aside = 'reserve' | 'box';

/** Where a place beside the net is. The reserve of a seat has two. */
export function aside(what: Aside, seat: number, index: number, rotation: number): Point {
  const x = what === 'box' ? 8 : index === 0 ? 0.2 : 11.8;
  // A reserve stands a little behind the home line.
  const line = what === 'box' ? 1 : 0.8;
  // Left and right as that seat sees them.
  return seat === 0 ? point(x, line, rotation) : point(12 - x, 14 - line, rotation);
}

/** The name of a place of a reserve. */
export function slotOf(seat: number, index: number): string {
  return `reserve-${seat}-${index}`;
}

/** The seat whose reserve that place belongs to. */
export function seatOfSlot(spot: string): number | null {
  return spot.startsWith('reserve-') ? Number(spot[8]) : null;
}

/** A curve between two points for what flies instead of following a track. */
export function bow(from: Point, to: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  // Bent to the same side whatever the direction, and not too much.
  const bend = Math.min(70, length * 0.2) * (dx < 0 || (dx === 0 && dy < 0) ? -1 : 1);
  const middle = {
    x: (from.x + to.x) / 2 + (dy / length) * bend,
    y: (from.y + to.y) / 2 - (dx / length) * bend,
  };
  return `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${round(to.x)} ${round(to.y)}`;
}

/** The point so far before `to` on the straight way from `from`. */
export function before(from: Point, to: Point, gap: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.max(0, 1 - gap / length);
  return { x: round(from.x + (to.x - from.x) * part), y: round(from.y + (to.y - from.y) * part) };
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
