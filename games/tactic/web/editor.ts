/// Setting up patrols and guards; the rest of a position begins anew: nothing done in the turn, no counters, no shuttles.
import type { GameEditor } from '$board/contract';
import { nameOf, seatOfSlot } from './geometry';
import { colour, words } from './text';
import type { Piece, Role, View } from './types';

const LETTERS: Record<Role, [string, string]> = {
  patrol: ['P', 'p'],
  arrived: ['P', 'p'],
  guard: ['G', 'g'],
};

const named = (role: 'patrol' | 'guard', seat: number) => ({
  fr: words.fr[role](colour(seat, 'fr').toLowerCase()),
  en: words.en[role](colour(seat, 'en').toLowerCase()),
});

const withPieces = (view: View, pieces: Piece[]): View => ({ ...view, pieces, blocked: [], shuttles: [] });

const without = (view: View, spot: string) => view.pieces.filter(({ station }) => station !== spot);

function line(view: View, number: number): string {
  const letters = view.board.x[number - 1]?.map((_, letter) => {
    const piece = view.pieces.find(({ station }) => station === nameOf(number, letter));
    return piece ? LETTERS[piece.role][piece.seat === 0 ? 0 : 1] : '.';
  });
  return letters?.join('') ?? '';
}

export const editor: GameEditor<View> = {
  pieces: () =>
    [0, 1].flatMap((seat) =>
      (['patrol', 'guard'] as const).map((role) => ({ id: `${role}${seat}`, seat, name: named(role, seat) })),
    ),
  put(view, piece, spot) {
    const slot = seatOfSlot(spot);
    if (slot !== null) {
      const taken = Number(spot.at(-1)) < (view.reserve[slot] ?? 0);
      return editor.count(view, String(slot), (view.reserve[slot] ?? 0) + (taken ? -1 : 1));
    }
    const there = view.pieces.find(({ station }) => station === spot);
    const others = without(view, spot);
    if (piece === null) return withPieces(view, others);
    const role = piece.slice(0, -1) as Role;
    const seat = Number(piece.at(-1));
    const same = there?.seat === seat && LETTERS[there.role][0] === LETTERS[role][0];
    return withPieces(view, same ? others : [...others, { station: spot, seat, role }]);
  },
  move(view, from, to) {
    const source = seatOfSlot(from);
    if (source !== null) {
      if (Number(from.at(-1)) >= (view.reserve[source] ?? 0) || seatOfSlot(to) !== null) return view;
      const left = editor.count(view, String(source), (view.reserve[source] ?? 0) - 1);
      return withPieces(left, [...without(left, to), { station: to, seat: source, role: 'guard' }]);
    }
    const piece = view.pieces.find(({ station }) => station === from);
    if (!piece) return view;
    const target = seatOfSlot(to);
    if (target !== null) {
      if (piece.role !== 'guard' || target !== piece.seat) return view;
      return editor.count(
        withPieces(view, without(view, from)),
        String(target),
        (view.reserve[target] ?? 0) + 1,
      );
    }
    const others = without(view, to).filter((other) => other !== piece);
    return withPieces(view, [
      ...others,
      { ...piece, station: to, role: piece.role === 'guard' ? 'guard' : 'patrol' },
    ]);
  },
  bare: (view) => withPieces(view, []),
  counts: (view) =>
    view.reserve.map((value, seat) => ({
      id: String(seat),
      value,
      most: 2,
      name: {
        fr: words.fr.slot(colour(seat, 'fr').toLowerCase()),
        en: words.en.slot(colour(seat, 'en').toLowerCase()),
      },
    })),
  count: (view, id, value) => ({
    ...view,
    reserve: view.reserve.map((before, seat) => (seat === Number(id) ? value : before)),
  }),
  notation(view, next) {
    const lines = Array.from({ length: 13 }, (_, index) => line(view, 13 - index));
    return `${lines.join('/')} ${next} ${view.reserve.join(',')} - 0,0 -,- ${view.variant}`;
  },
};
