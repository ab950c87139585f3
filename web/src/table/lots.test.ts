import { expect, it } from 'vitest';
import { shuffled } from './lots';

it('gives every order the same chance, and loses nobody', () => {
  // Two dice of three and two sides have six outcomes: each is another order.
  const orders = [0, 1, 2].flatMap((first) =>
    [0, 1].map((second) => {
      const falls = [(first + 0.5) / 3, (second + 0.5) / 2];
      return shuffled(['a', 'b', 'c'], () => falls.shift() ?? 0).join('');
    }),
  );
  expect(orders.sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
});
