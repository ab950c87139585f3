import { expect, it } from 'vitest';
import { editor } from './editor';
import type { View } from './types';

const widths = [3, 4, 6, 7, 6, 7, 6, 7, 6, 7, 6, 4, 3];
const bare: View = {
  board: { x: widths.map((width) => Array.from({ length: width }, (_, at) => at)), kind: [], tracks: '' },
  pieces: [],
  reserve: [2, 2],
  points: [0, 0],
  variant: 'base',
  next: 0,
  begun: '-',
  penalty: false,
  blocked: [],
  shuttles: [],
  quiet_left: 60,
  quiet_limit: 60,
  end: null,
};

const lines = (first: string, seventh: string, last: string) =>
  [
    last,
    '....',
    '......',
    '.......',
    '......',
    '.......',
    seventh,
    '.......',
    '......',
    '.......',
    '......',
    '....',
    first,
  ].join('/');

it('puts pieces down, carries them and takes them off', () => {
  let view = editor.put(bare, 'patrol0', '1a');
  view = editor.put(view, 'patrol1', '13c');
  view = editor.put(view, 'guard1', '7b');
  expect(editor.notation(view, 1)).toBe(`${lines('P..', '.g....', '..p')} 1 2,2 - 0,0 -,- base`);
  view = editor.move(view, '13c', '1b');
  expect(editor.notation(view, 0)).toBe(`${lines('Pp.', '.g....', '...')} 0 2,2 - 0,0 -,- base`);
  view = editor.put(editor.put(view, null, '7b'), 'patrol0', '1a');
  expect(editor.notation(view, 0)).toBe(`${lines('.p.', '......', '...')} 0 2,2 - 0,0 -,- base`);
});

it('takes guards out of the reserve and puts them back', () => {
  let view = editor.move(bare, 'reserve-0-1', '7c');
  expect([view.reserve, view.pieces]).toEqual([[1, 2], [{ station: '7c', seat: 0, role: 'guard' }]]);
  view = editor.move(view, '7c', 'reserve-0-1');
  expect([view.reserve, view.pieces]).toEqual([[2, 2], []]);
  expect(editor.put(view, null, 'reserve-1-1').reserve).toEqual([2, 1]);
});
