import { expect, it } from 'vitest';
import { fragmentOf, placedIn } from './position-link';

it('holds seats, options and the position', () => {
  const placed = {
    setup: { seats: 2, options: { variant: 'capture' } },
    position: '..../.r1. b 19,20 - 0,0',
  };
  expect(placedIn(fragmentOf(placed))).toEqual(placed);
  const opening = { setup: { seats: 4, options: {} }, position: null };
  expect(placedIn(fragmentOf(opening))).toEqual(opening);
});

it('reads nothing else', () => {
  expect(placedIn('')).toBeNull();
  expect(placedIn('#bot')).toBeNull();
  expect(placedIn('#seats=x')).toBeNull();
  expect(placedIn(`#seats=2&position=${'.'.repeat(501)}`)).toBeNull();
});
