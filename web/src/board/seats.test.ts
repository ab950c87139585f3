import { expect, test } from 'vitest';
import { lookOf } from './seats';

test('eight seats have eight names, colours and shapes', () => {
  const looks = [0, 1, 2, 3, 4, 5, 6, 7].map((seat) => lookOf(seat));
  const ways = [
    (seat: number) => looks[seat]?.name.fr,
    (seat: number) => looks[seat]?.name.en,
    (seat: number) => looks[seat]?.colour,
    (seat: number) => looks[seat]?.mark,
  ];
  for (const way of ways) expect(new Set(looks.map((_, seat) => way(seat))).size).toBe(8);
});
