import { expect, test } from 'vitest';
import { Impacts } from './impacts';
import type { HandState } from './types';

/** Block 7 at a height in millimetres. */
const at = (millimetres: number) =>
  ({
    phase: 'moving',
    held: null,
    moved: [[7, [0, millimetres * 1000, 0, 0, 0, 0, 1]]],
  }) as unknown as HandState;

/** The blows while a block passes through these heights, a slice after the other. */
function heard(grams: number, heights: number[]): number[] {
  const impacts = new Impacts();
  return heights
    .slice(1)
    .flatMap((height, step) =>
      impacts.between(at(heights[step] ?? 0), at(height), null, 1, () => grams * 1000),
    );
}

test('a block is heard when it stops falling, the heavier and the faster the louder', () => {
  const fall = [100, 80, 50, 10, 10, 10];
  expect(heard(20, fall)).toHaveLength(1);
  const [light, heavy] = [heard(5, fall)[0] ?? 0, heard(40, fall)[0] ?? 0];
  expect(heavy).toBeGreaterThan(light);
  const [slow, fast] = [heard(20, [60, 50, 40, 40])[0] ?? 0, heard(20, [100, 60, 20, 20])[0] ?? 0];
  expect(fast).toBeGreaterThan(slow);
});

test('what is lowered gently, or still falls, makes no sound', () => {
  expect(heard(20, [30, 28, 26, 26])).toEqual([]);
  expect(heard(20, [100, 80, 50, 10])).toEqual([]);
});
