/// Where things are on the table, in centimetres.
import type { Vector } from './turns';
import type { View } from './types';

/** Between the middles of neighbouring plots. */
const APART = 36;
/** The first row of the market around the plots. */
const AROUND = 22;
/** Room for one block of the market, along its row and across. */
const ROOM = 7.5;

/** The middle of each plot: one in the middle, two side by side, more in a round. */
export function plots(view: View): Vector[] {
  const count = view.plots.length;
  if (count === 1) return [[0, 0, 0]];
  const radius = APART / 2 / Math.sin(Math.PI / count);
  return view.plots.map((_, plot) => {
    const angle = Math.PI / 2 + (2 * Math.PI * (plot - (count === 2 ? 0.5 : 0))) / count;
    return [radius * Math.cos(angle), 0, radius * Math.sin(angle)];
  });
}

/** The place of each block of the bag while it is on the market: rows around the plots, the largest first. */
export function market(count: number, places: Vector[]): Vector[] {
  const inner = Math.max(0, ...places.map(([x, , z]) => Math.hypot(x, z))) + AROUND;
  const found: Vector[] = [];
  for (let row = 0; found.length < count; row++) {
    const radius = inner + row * ROOM;
    const seats = Math.floor((2 * Math.PI * radius) / ROOM);
    for (let seat = 0; seat < seats && found.length < count; seat++) {
      const angle = -Math.PI / 2 + ((seat + (row % 2) / 2) * 2 * Math.PI) / seats;
      found.push([radius * Math.cos(angle), 0, radius * Math.sin(angle)]);
    }
  }
  return found;
}
