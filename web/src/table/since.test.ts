import { expect, it } from 'vitest';
import { begins } from './since';

const line = (...seats: number[]) => seats.map((seat, at) => ({ seat, action: 'a', at }));

it('begins after the own last action', () => {
  expect(begins(line(0, 1, 2, 3), [0], 0)).toBe(1);
  expect(begins(line(0, 1, 0, 1), [0], 0)).toBe(3);
  expect(begins(line(1, 2), [0], 0)).toBe(0);
});

it('shows nothing where there is nothing to show', () => {
  expect(begins(line(0, 1, 0), [0], 0)).toBe(null);
  expect(begins(line(0, 1, 0, 1), [0, 1], 0)).toBe(null);
  expect(begins(line(0, 1), [], 0)).toBe(null);
  expect(begins(line(0, 1, 1), [0], 3)).toBe(null);
});

it('shows no more than one can follow', () => {
  expect(begins(line(0, ...Array(30).fill(1)), [0], 0)).toBe(19);
});
