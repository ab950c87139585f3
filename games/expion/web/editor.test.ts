import { expect, it } from 'vitest';
import { editor } from './editor';
import { LAYOUT } from './geometry';
import type { View } from './types';

const bare: View = {
  board: LAYOUT,
  colours: ['n', 'e', 's', 'w'].map((letter, index) => ({
    letter,
    seat: index % 2,
    team: index % 2,
    marbles: [],
  })),
  ball: 'e5',
  next: 0,
  turn: 0,
  ally: null,
  captures: [],
  first_capture: false,
  quiet_left: 200,
  quiet_limit: 200,
  gone: [],
  end: null,
  winner: null,
};

const empty = ['#.......#', ...Array(7).fill('.........'), '#.......#'];
const rows = (...changed: [number, string][]) => {
  const copy = [...empty];
  for (const [row, text] of [[4, '....x....'] as [number, string], ...changed]) copy[row] = text;
  return copy.join('/');
};

it('puts marbles and the ball down, and carries them', () => {
  let view = editor.put(bare, 'n', 'b9');
  view = editor.put(view, 'e', 'c8');
  expect(editor.notation(view, 1)).toBe(`${rows([0, '#n......#'], [1, '..e......'])} 1 - 0`);
  view = editor.move(view, 'e5', 'd4');
  view = editor.move(view, 'c8', 'b9');
  view = editor.count(view, 'capture', 1);
  expect(editor.notation(view, 0)).toBe(
    `${rows([0, '#e......#'], [4, '.........'], [5, '...x.....'])} 0 ! 0`,
  );
  expect(editor.put(view, 'n', 'd4')).toBe(view);
});

it('says at three seats which ally plays next', () => {
  const seats = [0, 1, 0, 2];
  const three = {
    ...bare,
    ally: 1,
    colours: bare.colours.map((colour, at) => ({ ...colour, seat: seats[at] ?? 0 })),
  };
  expect(editor.notation(three, 0)).toBe(`${rows()} 0 - 0 e`);
  expect(editor.notation(three, 2)).toBe(`${rows()} 2 - 0 w`);
});
