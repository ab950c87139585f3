import { expect, it } from 'vitest';
import { interpolated, ofRow, toRow } from './pose';
import { multiply, rotated, rotationAbout, UPRIGHT } from './quaternion';
import type { PoseRow } from './types';

const near = (numbers: number[]) => numbers.map((number) => expect.closeTo(number, 6));

it('writes a pose as it was read', () => {
  const row: PoseRow = [12_350, 400_000, -7, 0, 2 ** 29, 0, 929_887_697];
  expect(toRow(ofRow(row))).toEqual(row);
});

it('turns a point as a hand would', () => {
  const quarter = rotationAbout([0, 1, 0], Math.PI / 2);
  expect(rotated(quarter, [1, 0, 0])).toEqual(near([0, 0, -1]));
  expect(rotated(multiply(quarter, quarter), [1, 0, 0])).toEqual(near([-1, 0, 0]));
  expect(rotated(multiply(rotationAbout([1, 0, 0], Math.PI / 2), quarter), [1, 0, 0])).toEqual(
    near([0, 1, 0]),
  );
});

it('goes half of a way, turned the shorter way round', () => {
  const far = {
    at: [2, 4, 6] as [number, number, number],
    turn: rotationAbout([0, 0, 1], 1).map((part) => -part) as typeof UPRIGHT,
  };
  const half = interpolated({ at: [0, 0, 0], turn: UPRIGHT }, far, 0.5);
  expect(half.at).toEqual([1, 2, 3]);
  expect(rotated(half.turn, [1, 0, 0])).toEqual(near([Math.cos(0.5), Math.sin(0.5), 0]));
});
