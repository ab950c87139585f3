import { expect, it } from 'vitest';
import { between, ofRow, type Row, toRow } from './pose';
import { about, after, turned, UPRIGHT } from './turns';

const near = (numbers: number[]) => numbers.map((number) => expect.closeTo(number, 6));

it('writes a pose as it was read', () => {
  const row: Row = [12_350, 400_000, -7, 0, 2 ** 29, 0, 929_887_697];
  expect(toRow(ofRow(row))).toEqual(row);
});

it('turns a point as a hand would', () => {
  const quarter = about([0, 1, 0], Math.PI / 2);
  expect(turned(quarter, [1, 0, 0])).toEqual(near([0, 0, -1]));
  expect(turned(after(quarter, quarter), [1, 0, 0])).toEqual(near([-1, 0, 0]));
  expect(turned(after(about([1, 0, 0], Math.PI / 2), quarter), [1, 0, 0])).toEqual(near([0, 1, 0]));
});

it('goes half of a way, turned the shorter way round', () => {
  const far = {
    at: [2, 4, 6] as [number, number, number],
    turn: about([0, 0, 1], 1).map((part) => -part) as typeof UPRIGHT,
  };
  const half = between({ at: [0, 0, 0], turn: UPRIGHT }, far, 0.5);
  expect(half.at).toEqual([1, 2, 3]);
  expect(turned(half.turn, [1, 0, 0])).toEqual(near([Math.cos(0.5), Math.sin(0.5), 0]));
});
