import { expect, it } from 'vitest';
import { strengthAfter } from './strength';

const after = (level: number, results: [number, number][]) =>
  results.reduce((strength, [bot, score]) => strengthAfter(strength, bot, score), { level, games: 0 }).level;

it('rises with wins and falls with defeats', () => {
  expect(after(3, [[3, 1]])).toBeGreaterThanOrEqual(3.5);
  expect(after(3, [[3, 0]])).toBeLessThanOrEqual(2.5);
  expect(after(3, [[3, 0.5]])).toBe(3);
});

it('rises little by beating a bot that is much weaker', () => {
  expect(after(6, [[2, 1]]) - 6).toBeLessThan(0.05);
});

it('finds the level at which wins and defeats are even, and stays within the levels', () => {
  const even: [number, number][] = Array.from({ length: 30 }, (_, game) => [5, game % 2]);
  expect(Math.abs(after(3, even) - 5)).toBeLessThan(0.5);
  expect(after(8, Array(20).fill([8, 1]))).toBe(8);
  expect(after(1, Array(20).fill([1, 0]))).toBe(1);
});
