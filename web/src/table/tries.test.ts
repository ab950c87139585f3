import { expect, it } from 'vitest';
import type { Told } from '../generated/house';
import { afterTrying, goesOn, shared, stillThere } from './tries';

/** `a b c` as steps of two seats in turn. */
const line = (text: string): Told[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((action, index) => ({ seat: index % 2, action, at: index }));
const step = (seat: number, action: string): Told => ({ seat, action, at: 0 });

it('knows what two lines share', () => {
  expect(shared(line('a b c'), line('a b d e'))).toBe(2);
  expect(shared(line('a b'), line('a b d'))).toBe(2);
  expect(goesOn(line('a b d'), line('a b'))).toBe(true);
  expect(goesOn(line('a'), line('a b'))).toBe(false);
});

it('follows the table where the same is tried again', () => {
  const { kept, place } = afterTrying(line('a b c'), [], line('a'), step(1, 'b'));
  expect(kept).toEqual([]);
  expect(place).toEqual({ variation: null, at: 2 });
});

it('begins a variation, makes it longer, and branches off it', () => {
  const table = line('a b c d');
  const first = afterTrying(table, [], line('a b'), step(0, 'x'));
  expect(first.kept.map(({ id, from }) => [id, from])).toEqual([[1, 2]]);
  const longer = afterTrying(table, first.kept, first.kept[0]?.steps ?? [], step(1, 'y'));
  expect(longer.kept.map(({ steps }) => steps.map(({ action }) => action).join(' '))).toEqual(['a b x y']);
  // In the middle of it, the same leads along it and something else begins another.
  const along = afterTrying(table, longer.kept, line('a b x'), step(1, 'y'));
  expect(along.place).toEqual({ variation: longer.kept[0], at: 4 });
  const beside = afterTrying(table, longer.kept, line('a b x'), step(1, 'z'));
  expect(beside.kept.map(({ id, from, steps }) => [id, from, steps.length])).toEqual([
    [1, 2, 4],
    [2, 2, 4],
  ]);
});

it('forgets what began on steps that were taken back', () => {
  const { kept } = afterTrying(line('a b c d'), [], line('a b'), step(0, 'x'));
  expect(stillThere(line('a b e'), kept)).toEqual(kept);
  expect(stillThere(line('a'), kept)).toEqual([]);
});
