import { expect, test } from 'vitest';
import { text } from './text';

test('what came to rest is told in a few letters', () => {
  expect(text.brief?.('rest 90000/4200/5.10/AAAA//-/5/5-10/00c0ffee00c0ffee')).toBe('9.0 cm');
  expect(text.brief?.('rest 20000/4200/5/AAAA/10.3/-/5//00c0ffee00c0ffee')).toBe('↓ 10 3');
  expect(text.brief?.('place 17 AAAA')).toBe('place 17');
});
