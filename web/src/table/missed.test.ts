import { expect, it } from 'vitest';
import { firstMissed } from './missed';

const steps = (...seats: number[]) => seats.map((seat, at) => ({ seat, action: 'a', at }));

it('starts after the own last action', () => {
  expect(firstMissed(steps(0, 1, 2, 3), [0], 0)).toBe(1);
  expect(firstMissed(steps(0, 1, 0, 1), [0], 0)).toBe(3);
  expect(firstMissed(steps(1, 2), [0], 0)).toBe(0);
});

it('never replays an own placement, nor what Nature answered to it', () => {
  const rest = (at: number) => ({ seat: null, action: 'rest', at });
  const [mine, others] = [steps(0), steps(1)];
  expect(firstMissed([...mine, rest(1)], [0], 0)).toBe(null);
  expect(firstMissed([...mine, rest(1), ...others, rest(3)], [0], 0)).toBe(2);
});

it('is null where there is nothing to replay', () => {
  expect(firstMissed(steps(0, 1, 0), [0], 0)).toBe(null);
  expect(firstMissed(steps(0, 1, 0, 1), [0, 1], 0)).toBe(null);
  expect(firstMissed(steps(0, 1), [], 0)).toBe(null);
  expect(firstMissed(steps(0, 1, 1), [0], 3)).toBe(null);
});

it('replays no more than twelve steps', () => {
  expect(firstMissed(steps(0, ...Array(30).fill(1)), [0], 0)).toBe(19);
});
