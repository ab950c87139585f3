import { expect, test } from 'vitest';
import { moved } from './lines';

test('a block is moved along its line', () => {
  expect(moved([1, 2, 3, 4], 0, 3)).toEqual([2, 3, 4, 1]);
  expect(moved([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3]);
  expect(moved([1, 2, 3, 4], 1, 2)).toEqual([1, 3, 2, 4]);
  expect(moved([1, 2], 1, 1)).toEqual([1, 2]);
});
