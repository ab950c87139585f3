import { expect, it } from 'vitest';
import { spotsOf } from './round';

it('finds the spots that an action names', () => {
  const ids = new Set(['b2', 'c3', '10c']);
  expect(spotsOf('b2+c3', ids)).toEqual(['b2', 'c3']);
  expect(spotsOf('@10c', ids)).toEqual(['10c']);
  expect(spotsOf('pass', ids)).toEqual([]);
});
