import { expect, test, vi } from 'vitest';
import { USUAL } from '../board/seats';

vi.mock('../settings.svelte', () => ({
  t: (key: string) => key,
  localize: (text: { en: string }) => text.en,
}));
const { seatChoices, seatOf } = await import('./seats');

test('every free seat can be chosen by its colour, or left to chance', () => {
  const choices = seatChoices(USUAL.slice(0, 4), [0, 2]);
  expect(choices.map(({ value }) => value)).toEqual(['0', '2', 'any']);
  expect(choices[1]?.look).toBe(USUAL[2]);
  expect(choices[2]?.look).toBeUndefined();
});

test('a seat that is not free is none', () => {
  expect(seatOf('2', [0, 2])).toBe(2);
  expect(seatOf('1', [0, 2], () => 0)).toBe(0);
  expect(seatOf('any', [0, 2], () => 0.99)).toBe(2);
});
