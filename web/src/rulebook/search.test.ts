import { expect, it } from 'vitest';
import { fold, placesOf } from './search';

it('compares without accents and capitals, letter by letter', () => {
  expect(fold('Où l’Épée\u00a0va')).toBe("ou l'epee va");
  for (const text of ['œuvre', 'ﬁn 👑 d’ici', 'Ça\u202f?']) expect(fold(text)).toHaveLength(text.length);
});

it('finds every place', () => {
  expect(placesOf(fold('Un pas, deux pas.'), fold('PAS'))).toEqual([3, 13]);
  expect(placesOf('aaa', 'aa')).toEqual([0]);
  expect(placesOf('nothing', 'pas')).toEqual([]);
});
