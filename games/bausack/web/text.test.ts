import { expect, test } from 'vitest';
import { text } from './text';

const brief = (action: string, wood = 'simulated') => text.brief?.(action, { wood }, 'fr');

test('what came to rest is told in a few letters', () => {
  expect(brief('rest 90000/4200/5.10/AAAA//-/5/5-10/00c0ffee00c0ffee')).toBe('9,0 cm');
  expect(brief('rest 20000/4200/5/AAAA/10.3/-/5//00c0ffee00c0ffee')).toBe('↓ 10, 3');
});

// Blocks have their numbers until their names have been asked for.
test('what people do is told in a few words', () => {
  expect(brief('place 17 AAAA')).toBe('17');
  expect(brief('take 17')).toBe('17');
  expect(brief('draw 17')).toBe('17');
  expect(brief('sell 17 gift')).toBe('17, comme cadeau');
  expect(brief('bid 3')).toBe('3 haricots');
  expect(brief('give 1')).toBe('À Bleu');
  expect(brief('giver')).toBe('La faire poser');
});

test('blocks of a real box have no numbers', () => {
  expect(brief('sell 17 high', 'real')).toBe('Au plus offrant');
  expect(brief('take 17', 'real')).toBe('Une pièce');
  expect(brief('place 17 falls', 'real')).toBe('↓');
});
