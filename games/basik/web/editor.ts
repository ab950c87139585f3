/// Setting up piles: each press with a pawn adds one to a pile of its colour. Pawns come from the reserve and go back.
import type { GameEditor } from '$board/contract';
import { USUAL } from '$board/seats';
import { nameOf } from './geometry';
import { type Pile, pilesOf } from './piles';
import { words } from './text';
import type { View } from './types';

const COLOURS = ['r', 'b', 'y', 'g'];

const pawns = (piles: Pile[], seat: number) =>
  piles.reduce((sum, pile) => sum + (pile.seat === seat ? pile.height : 0), 0);

function withPiles(view: View, piles: Pile[]): View {
  const before = pilesOf(view);
  const own = (seat: number) => piles.filter((pile) => pile.seat === seat);
  const text = (seat: number) =>
    own(seat)
      .map(({ cell, height }) => `${cell}${height}`)
      .join(' ');
  return {
    ...view,
    piles: view.piles.map((_, seat) => text(seat)),
    reserve: view.reserve.map((left, seat) => Math.max(0, left + pawns(before, seat) - pawns(piles, seat))),
    score: view.score.map((_, seat) => own(seat).length),
    forbidden: [],
  };
}

function row(view: View, from: number): string {
  const piles = pilesOf(view);
  const cells = Array.from({ length: view.side }, (_, column) => {
    const pile = piles.find(({ cell }) => cell === nameOf(column, from));
    return pile ? `${COLOURS[pile.seat]}${pile.height}` : '.';
  });
  return cells.join('');
}

export const editor: GameEditor<View> = {
  pieces: (view) =>
    view.piles.map((_, seat) => ({
      id: String(seat),
      seat,
      name: {
        fr: `pion ${USUAL[seat]?.name.fr.toLowerCase()}`,
        en: `${USUAL[seat]?.name.en.toLowerCase()} pawn`,
      },
    })),
  put(view, piece, spot) {
    const piles = pilesOf(view);
    const there = piles.find(({ cell }) => cell === spot);
    const others = piles.filter(({ cell }) => cell !== spot);
    if (piece === null) return withPiles(view, others);
    const seat = Number(piece);
    // After the highest pile that can be drawn the cell is empty again.
    const height = there?.seat === seat ? (there.height + 1) % 5 : 1;
    return withPiles(view, height ? [...others, { cell: spot, seat, height }] : others);
  },
  move(view, from, to) {
    const piles = pilesOf(view).filter(({ cell }) => cell !== to);
    return withPiles(
      view,
      piles.map((pile) => (pile.cell === from ? { ...pile, cell: to } : pile)),
    );
  },
  bare: (view) => withPiles(view, []),
  counts: (view) =>
    view.reserve.map((value, seat) => ({
      id: String(seat),
      value,
      most: 20,
      name: {
        fr: `${USUAL[seat]?.name.fr}, ${words.fr.reserve}`,
        en: `${USUAL[seat]?.name.en}, ${words.en.reserve}`,
      },
    })),
  count: (view, id, value) => ({
    ...view,
    reserve: view.reserve.map((before, seat) => (seat === Number(id) ? value : before)),
  }),
  notation(view, next) {
    const rows = Array.from({ length: view.side }, (_, index) => row(view, view.side - 1 - index));
    return `${rows.join('/')} ${COLOURS[next]} ${view.reserve.join(',')}`;
  },
};
