/// The effect of a step, computed from its notation and the positions before and after it.
import { netOf } from './geometry';
import type { Piece, View } from './types';

/** An action, parsed from its notation. */
export type Meaning =
  | { kind: 'move'; from: string; to: string }
  | { kind: 'enter'; to: string }
  | { kind: 'lose'; from: string }
  | { kind: 'loseReserve' }
  | { kind: 'pass' };

/** What a step did. */
export type Effect =
  | { kind: 'forward' | 'lateral' | 'jump'; seat: number; from: string; to: string; arrives: boolean }
  | { kind: 'enter'; seat: number; to: string; slot: number }
  | { kind: 'lose'; seat: number; piece: Piece; walls: string[] }
  | { kind: 'loseReserve'; seat: number; slot: number; walls: string[] }
  | { kind: 'pass'; seat: number };

const STATION = '\\d{1,2}[a-g]';
const MOVE = new RegExp(`^(${STATION})-(${STATION})$`);
const ENTER = new RegExp(`^@(${STATION})$`);
const LOSE = new RegExp(`^lose (${STATION})$`);

/** Reads the notation of an action. */
export function meaningOf(action: string): Meaning | null {
  const [, from, to] = MOVE.exec(action) ?? [];
  if (from && to) return { kind: 'move', from, to };
  const [, entered] = ENTER.exec(action) ?? [];
  if (entered) return { kind: 'enter', to: entered };
  const [, lost] = LOSE.exec(action) ?? [];
  if (lost) return { kind: 'lose', from: lost };
  if (action === 'lose reserve') return { kind: 'loseReserve' };
  return action === 'pass' ? { kind: 'pass' } : null;
}

/** The piece that stands on a station. */
export function pieceOn(view: View, station: string): Piece | undefined {
  return view.pieces.find((piece) => piece.station === station);
}

/** What `action` did in `before`, which led to `after`. */
export function effectOf(before: View, after: View, action: string): Effect | null {
  const seat = before.next;
  const meaning = meaningOf(action);
  if (seat === null || !meaning) return null;
  const left = after.reserve[seat] ?? 0;
  switch (meaning.kind) {
    case 'pass':
      return { kind: 'pass', seat };
    case 'enter':
      return { kind: 'enter', seat, to: meaning.to, slot: left };
    case 'loseReserve':
      return { kind: 'loseReserve', seat, slot: left, walls: before.blocked };
    case 'lose': {
      const piece = pieceOn(before, meaning.from);
      return piece ? { kind: 'lose', seat, piece, walls: before.blocked } : null;
    }
    case 'move': {
      const { from, to } = meaning;
      const { stations } = netOf(before.board);
      const guard = pieceOn(before, from)?.role === 'guard';
      const aside = stations.get(from)?.line === stations.get(to)?.line;
      const kind = guard ? 'jump' : aside ? 'lateral' : 'forward';
      return { kind, seat, from, to, arrives: pieceOn(after, to)?.role === 'arrived' };
    }
  }
}

/** How far the turn has come: which of its two steps is next, whether it began with a penalty. */
export function stepOf(view: View): 1 | 2 {
  return view.begun === '-' || view.begun === 'paid' ? 1 : 2;
}

/** Whether a effect is the step that the turn of `view` has begun with. */
export function began(view: View, effect: Effect): boolean {
  if (effect.seat !== view.next) return false;
  switch (effect.kind) {
    case 'forward':
      return view.begun === `>${effect.to}`;
    case 'lateral':
      return view.begun === `${effect.from}=${effect.to}`;
    case 'jump':
    case 'enter':
      return view.begun === 'guard' && pieceOn(view, effect.to)?.role === 'guard';
    default:
      return false;
  }
}

/** The article by which something is lost. */
export function penaltyArticle(view: View): string {
  return { base: 'T12', capture: 'T18', passage: 'T19' }[view.variant];
}
