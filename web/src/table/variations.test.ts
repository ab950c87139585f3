import { expect, it } from 'vitest';
import type { Step } from '../generated/protocol';
import { commonLength, startsWith } from '../rules/steps';
import { addTriedStep, withSharedStart } from './variations';

/** `a b c` as steps of two seats in turn. */
const stepsOf = (text: string): Step[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((action, index) => ({ seat: index % 2, action, at: index }));
const step = (seat: number, action: string): Step => ({ seat, action, at: 0 });

it('finds what two sequences have in common', () => {
  expect(commonLength(stepsOf('a b c'), stepsOf('a b d e'))).toBe(2);
  expect(commonLength(stepsOf('a b'), stepsOf('a b d'))).toBe(2);
  expect(startsWith(stepsOf('a b d'), stepsOf('a b'))).toBe(true);
  expect(startsWith(stepsOf('a'), stepsOf('a b'))).toBe(false);
});

it('leads along the table where the same step is tried again', () => {
  const { variations, place } = addTriedStep(stepsOf('a b c'), [], stepsOf('a'), step(1, 'b'));
  expect(variations).toEqual([]);
  expect(place).toEqual({ variation: null, at: 2 });
});

it('starts a variation, extends it, and branches off it', () => {
  const table = stepsOf('a b c d');
  const first = addTriedStep(table, [], stepsOf('a b'), step(0, 'x'));
  expect(first.variations.map(({ id, from }) => [id, from])).toEqual([[1, 2]]);
  const longer = addTriedStep(table, first.variations, first.variations[0]?.steps ?? [], step(1, 'y'));
  expect(longer.variations.map(({ steps }) => steps.map(({ action }) => action).join(' '))).toEqual([
    'a b x y',
  ]);
  // In the middle of it, the same step leads along it and another step starts a new variation.
  const along = addTriedStep(table, longer.variations, stepsOf('a b x'), step(1, 'y'));
  expect(along.place).toEqual({ variation: longer.variations[0], at: 4 });
  const beside = addTriedStep(table, longer.variations, stepsOf('a b x'), step(1, 'z'));
  expect(beside.variations.map(({ id, from, steps }) => [id, from, steps.length])).toEqual([
    [1, 2, 4],
    [2, 2, 4],
  ]);
});

it('drops variations that branch off steps that were taken back', () => {
  const { variations } = addTriedStep(stepsOf('a b c d'), [], stepsOf('a b'), step(0, 'x'));
  expect(withSharedStart(stepsOf('a b e'), variations)).toEqual(variations);
  expect(withSharedStart(stepsOf('a'), variations)).toEqual([]);
});
