import { expect, test } from 'vitest';
import { text } from './text';

const brief = (action: string, wood = 'simulated') => text.brief?.(action, { wood }, 'fr');

test('what came to rest is told in a few letters', () => {
  expect(brief('rest 90000/4200/5.10/AAAA//-/5/5-10/00c0ffee00c0ffee')).toBe('9.0 cm');
  expect(brief('rest 20000/4200/5/AAAA/10.3/-/5//00c0ffee00c0ffee')).toBe('↓ 10 3');
  expect(brief('place 17 AAAA')).toBe('place 17');
});

test('blocks of a real box have no numbers', () => {
  expect(brief('sell 17 high', 'real')).toBe('Au plus offrant');
  expect(brief('take 17', 'real')).toBe('Une pièce');
  expect(brief('place 17 falls', 'real')).toBe('↓');
  expect(brief('sell 17 high')).toBe('sell 17 high');
});
