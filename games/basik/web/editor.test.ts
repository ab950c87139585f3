import { expect, it } from 'vitest';
import { editor } from './editor';
import type { View } from './types';

const bare: View = {
  side: 4,
  piles: ['', ''],
  reserve: [20, 20],
  score: [0, 0],
  quiet_left: 60,
  quiet_limit: 60,
};

it('piles up, carries and clears, and writes what the rules read', () => {
  let view = editor.put(bare, '0', 'b2');
  view = editor.put(view, '0', 'b2');
  view = editor.put(view, '1', 'd4');
  expect(editor.notation(view, 1)).toBe('...b1/..../.r2../.... b 18,19');
  view = editor.count(view, '1', 7);
  view = editor.move(view, 'b2', 'd4');
  expect(editor.notation(view, 0)).toBe('...r2/..../..../.... r 18,8');
  expect(editor.notation(editor.put(view, null, 'd4'), 0)).toBe('..../..../..../.... r 20,8');
  expect(editor.notation(editor.bare(view), 0)).toBe('..../..../..../.... r 20,8');
});

it('replaces a pile of another colour, and goes round after four', () => {
  let view = editor.put(bare, '0', 'a1');
  view = editor.put(view, '1', 'a1');
  expect(view.piles).toEqual(['', 'a11']);
  for (let pawn = 0; pawn < 4; pawn++) view = editor.put(view, '1', 'a1');
  expect(view.piles).toEqual(['', '']);
});
