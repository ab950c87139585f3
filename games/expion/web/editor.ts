/// Setting up marbles and the ball; the count of quiet turns begins anew.
import type { GameEditor } from '$board/contract';
import { campOf } from './camps';
import { marbleOn } from './changes';
import { nameOf } from './geometry';
import { words } from './text';
import type { View } from './types';

const BALL = 'ball';

function withMarble(view: View, letter: string | null, cell: string): View {
  const colours = view.colours.map((colour) => {
    const others = colour.marbles.filter((marble) => marble !== cell);
    return { ...colour, marbles: colour.letter === letter ? [...others, cell] : others };
  });
  return { ...view, colours, captures: [] };
}

export const editor: GameEditor<View> = {
  pieces: (view) => [
    ...view.colours.map(({ letter, seat }) => ({
      id: letter,
      seat,
      name: { fr: words.fr.marble(campOf(letter).of.fr), en: words.en.marble(campOf(letter).of.en) },
    })),
    { id: BALL, name: { fr: words.fr.ball, en: words.en.ball } },
  ],
  put(view, piece, spot) {
    if (piece === BALL) return { ...withMarble(view, null, spot), ball: spot };
    if (spot === view.ball) return view;
    const same = marbleOn(view, spot)?.letter === piece;
    return withMarble(view, same ? null : piece, spot);
  },
  move(view, from, to) {
    if (from === view.ball) return { ...withMarble(view, null, to), ball: to };
    const marble = marbleOn(view, from);
    return marble && to !== view.ball ? withMarble(withMarble(view, null, from), marble.letter, to) : view;
  },
  bare: (view) => ({
    ...view,
    colours: view.colours.map((colour) => ({ ...colour, marbles: [] })),
    captures: [],
  }),
  counts: (view) => [
    {
      id: 'capture',
      value: Number(view.first_capture),
      most: 1,
      name: { fr: 'Une bille a déjà été prise (X11)', en: 'A marble has been captured before (X11)' },
    },
  ],
  count: (view, _, value) => ({ ...view, first_capture: value > 0 }),
  notation(view, next) {
    const side = view.board.length;
    const letter = (cell: string, kind: string) =>
      kind === '#' ? '#' : cell === view.ball ? 'x' : (marbleOn(view, cell)?.letter ?? '.');
    const rows = view.board.map((row, index) =>
      [...row].map((kind, column) => letter(nameOf(column, side - 1 - index), kind)).join(''),
    );
    const seats = new Set(view.colours.map(({ seat }) => seat)).size;
    const ally = seats === 3 ? [next === 1 || (next === 0 && view.ally === 1) ? 'e' : 'w'] : [];
    return [rows.join('/'), next, view.first_capture ? '!' : '-', 0, ...ally].join(' ');
  },
};
