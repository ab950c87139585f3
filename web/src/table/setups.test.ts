import { expect, it } from 'vitest';
import type { ShelfGame } from '../generated/protocol';
import { choose, isPossible, nearestCount, possibleCounts } from './setups';

const choice = (value: string) => ({ value, name: { fr: value, en: value }, people: null, goal: null });
const option = (key: string, ...values: string[]) => ({
  key,
  name: { fr: key, en: key },
  choices: values.map(choice),
});
const box = {
  seats: { least: 2, most: 4 },
  options: [option('game', 'tower', 'duel'), option('blind', 'no', 'yes')],
  refused: [
    { options: { game: 'duel' }, seats: [3, 4] },
    { options: { game: 'duel', blind: 'yes' }, seats: [2] },
  ],
} as unknown as ShelfGame;

it('knows at how many seats a choice can be played', () => {
  expect(possibleCounts(box, {})).toEqual([2, 3, 4]);
  expect(possibleCounts(box, { game: 'duel' })).toEqual([2]);
  expect(possibleCounts(box, { game: 'duel', blind: 'yes' })).toEqual([]);
});

it('knows which choices go together, and gives up what does not', () => {
  expect(isPossible(box, { game: 'duel' }, 'blind', 'yes')).toBe(false);
  expect(isPossible(box, {}, 'blind', 'yes')).toBe(true);
  expect(choose(box, { blind: 'yes' }, 'game', 'duel')).toEqual({ game: 'duel' });
  expect(choose(box, { blind: 'yes' }, 'game', 'tower')).toEqual({ game: 'tower', blind: 'yes' });
});

it('takes the nearest number of seats', () => {
  expect(nearestCount([2, 3], 4)).toBe(3);
  expect(nearestCount([2, 3, 4], 4)).toBe(4);
});
