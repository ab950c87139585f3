/// How the four colours look and are called (X4). North and South carry round marks, East and West angular ones.
import type { Lang, MarkShape, SeatLook, Text } from '$board/contract';

/** A colour: its camp, its wood and its mark. */
export interface Camp {
  name: Text;
  /** As in "a marble of". */
  of: Text;
  colour: string;
  /** What is inlaid in that wood. */
  inlay: string;
  mark: MarkShape;
}

export const CAMPS: Record<string, Camp> = {
  n: {
    name: { fr: 'Nord', en: 'North' },
    of: { fr: 'du nord', en: 'of North' },
    colour: '#2a5c9e',
    inlay: '#f4ead6',
    mark: 'ring',
  },
  e: {
    name: { fr: 'Est', en: 'East' },
    of: { fr: 'de l’est', en: 'of East' },
    colour: '#6b3a20',
    inlay: '#f7e6cb',
    mark: 'square',
  },
  s: {
    name: { fr: 'Sud', en: 'South' },
    of: { fr: 'du sud', en: 'of South' },
    colour: '#579a58',
    inlay: '#10301a',
    mark: 'dots',
  },
  w: {
    name: { fr: 'Ouest', en: 'West' },
    of: { fr: 'de l’ouest', en: 'of West' },
    colour: '#d9a863',
    inlay: '#3d220b',
    mark: 'cross',
  },
};

/** The red of the ball. */
export const RED = '#c4311f';

/** The colour of a camp's letter. */
export function campOf(letter: string): Camp {
  return CAMPS[letter] ?? (CAMPS.n as Camp);
}

function look(...letters: string[]): SeatLook {
  const [first = 'n'] = letters;
  const named = (lang: Lang) => letters.map((letter) => campOf(letter).name[lang]).join('–');
  const { colour, mark } = campOf(first);
  return { name: { fr: named('fr'), en: named('en') }, colour, mark };
}

/** Who has which colours, by how many play (X5–X7). */
export function seatLooks(seats: number): SeatLook[] {
  if (seats === 2) return [look('n', 's'), look('e', 'w')];
  if (seats === 3) return [look('n', 's'), look('e'), look('w')];
  return [look('n'), look('e'), look('s'), look('w')];
}

/** Quarter turns that bring the camp of a seat below; a seat with two camps sits at South or at East. */
export function turnsFor(seat: number, seats: number): number {
  const below = seats === 2 ? 'se' : seats === 3 ? 'sew' : 'nesw';
  return { s: 0, e: 1, n: 2, w: 3 }[below[seat] ?? 's'] ?? 0;
}
