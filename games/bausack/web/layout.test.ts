import { expect, it } from 'vitest';
import { market, piecesOf } from './layout';
import type { View } from './types';

const plot = (seat: number | null) => ({ seat, tower: [], height: 0, margin: 0, grounded: [], reds: 0 });

it('finds room for a hundred blocks around any number of plots, none in another', () => {
  for (const places of [1, 2, 6]) {
    const round = Array.from({ length: places }, (_, plot): [number, number, number] => [plot * 20, 0, 0]);
    const found = market(100, round);
    expect(found).toHaveLength(100);
    const apart = found.flatMap(([x, , z], index) =>
      found.slice(index + 1).map(([a, , b]) => Math.hypot(x - a, z - b)),
    );
    expect(Math.min(...apart)).toBeGreaterThan(6.5);
  }
});

it('lays every block somewhere, and each once', () => {
  const view = {
    bag: 'bausack',
    plots: [plot(0), plot(1)],
    market: [1, 2, 3],
    aside: [9],
    lines: [[4], [5, 6]],
    due: null,
    hand: null,
  } as unknown as View;
  const pieces = piecesOf(view, {}, new Set([2]));
  expect(pieces.map(({ block }) => block).sort()).toEqual([1, 2, 3, 4, 5, 6, 9]);
  expect(pieces.filter(({ offered }) => offered).map(({ block }) => block)).toEqual([2]);
});
