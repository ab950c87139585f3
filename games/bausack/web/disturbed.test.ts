import { expect, test } from 'vitest';
import { isDisturbed } from './disturbed';
import type { PoseRow } from './types';

const whole = 2 ** 30;
const tower = [
  {
    block: 7,
    at: [0, 15_000, 0] as [number, number, number],
    turn: [0, 0, 0, whole] as [number, number, number, number],
  },
];
const row = (x: number, degrees: number): PoseRow => [
  x,
  15_000,
  0,
  0,
  whole * Math.sin((degrees * Math.PI) / 360),
  0,
  whole * Math.cos((degrees * Math.PI) / 360),
];

test('a block that trembles is where it was, one that was pushed or turned is not', () => {
  expect(isDisturbed([], tower)).toBe(false);
  expect(isDisturbed([[7, row(400, 0.5)]], tower)).toBe(false);
  expect(isDisturbed([[7, row(600, 0)]], tower)).toBe(true);
  expect(isDisturbed([[7, row(0, 2)]], tower)).toBe(true);
  // The block in the hand is none of the tower.
  expect(isDisturbed([[9, row(9_000, 0)]], tower)).toBe(false);
});
