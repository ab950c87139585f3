import { expect, it } from 'vitest';
import { chanceCurves, type Evaluation, sidesOf, sparseFirst, suspects, turningPoints } from './evaluations';

const judged = (seat: number, chance: number, best = 'best', played: number | null = null): Evaluation => ({
  seat,
  chance,
  best,
  played,
});
const line = (...actions: string[]) => actions.map((action, at) => ({ seat: at % 2, action, at }));

it('sees partners as one side', () => {
  expect(sidesOf([0, 1, 0, 1])).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

it('draws one curve for each of two sides, each the mirror of the other', () => {
  const game = [judged(0, 0.5), judged(1, 0.3), judged(0, 0.8), undefined];
  const [first, second] = chanceCurves(game, [0, 1], [1, 2]);
  expect(first?.points.map(({ chance }) => chance)).toEqual([0.5, 0.7, 0.8, 1]);
  expect(second?.points.map(({ chance }) => Math.round(chance * 10) / 10)).toEqual([0.5, 0.3, 0.2, 0]);
});

it('draws of several sides only what is known of each', () => {
  const game = [judged(0, 0.5), judged(1, 0.6), judged(2, 0.4), undefined];
  const found = chanceCurves(game, [0, 1, 2], [1, 2, 2]);
  expect(found.map(({ points }) => points)).toEqual([
    [
      { step: 0, chance: 0.5 },
      { step: 3, chance: 1 },
    ],
    [
      { step: 1, chance: 0.6 },
      { step: 3, chance: 0.25 },
    ],
    [
      { step: 2, chance: 0.4 },
      { step: 3, chance: 0.25 },
    ],
  ]);
});

it('finds the action that cost most, once it was checked', () => {
  const game = [judged(0, 0.5), judged(1, 0.48), judged(0, 0.71, 'c9'), judged(1, 0.66), undefined];
  const played = line('best', 'b1', 'c1', 'best');
  expect(suspects(game, played, [0, 1], null)).toEqual([2, 1]);
  expect(turningPoints(game, played, [0, 1], null, new Set([2]))).toEqual([
    { step: 3, seat: 0, before: 0.71, after: 0.33999999999999997, better: 'c9' },
  ]);
  expect(turningPoints(game, played, [0, 1], null, new Set())).toEqual([]);
});

it('takes the chance after what was played from beside the best, among several sides', () => {
  const game = [judged(0, 0.6, 'best', 0.2), judged(1, 0.5), undefined];
  expect(turningPoints(game, line('a', 'best'), [0, 1, 2], null, new Set([0, 1]))).toEqual([
    { step: 1, seat: 0, before: 0.6, after: 0.2, better: 'best' },
  ]);
});

it('reports no turning point for the best action, or for leaving', () => {
  const game = [judged(0, 0.9, 'a'), judged(1, 0.9), undefined];
  expect(suspects(game, [{ seat: 0, action: 'a', at: 0 }], [0, 1], null)).toEqual([]);
  expect(suspects(game, [{ seat: 0, action: null, at: 0 }], [0, 1], [2, 1])).toEqual([]);
});

it('looks at the whole game soon', () => {
  expect(sparseFirst(10)).toEqual([0, 8, 4, 2, 6, 1, 3, 5, 7, 9]);
});
