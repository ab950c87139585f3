/// How seats look where a game does not say otherwise.
import type { SeatLook, SeatLooks } from './contract';

/** The usual colours and shapes, in playing order. The colours differ in lightness too. */
export const USUAL: SeatLook[] = [
  { name: { fr: 'Rouge', en: 'Red' }, colour: 'var(--seat-0)', mark: 'ring' },
  { name: { fr: 'Bleu', en: 'Blue' }, colour: 'var(--seat-1)', mark: 'cross' },
  { name: { fr: 'Jaune', en: 'Yellow' }, colour: 'var(--seat-2)', mark: 'dots' },
  { name: { fr: 'Vert', en: 'Green' }, colour: 'var(--seat-3)', mark: 'square' },
  { name: { fr: 'Blanc', en: 'White' }, colour: 'var(--seat-4)', mark: 'bar' },
  { name: { fr: 'Noir', en: 'Black' }, colour: 'var(--seat-5)', mark: 'star' },
  { name: { fr: 'Violet', en: 'Purple' }, colour: 'var(--seat-6)', mark: 'triangle' },
  { name: { fr: 'Turquoise', en: 'Turquoise' }, colour: 'var(--seat-7)', mark: 'diamond' },
];

/** How a seat looks at a table with `count` seats. */
export function lookOf(seat: number, looks: SeatLooks = USUAL, count = 0): SeatLook {
  const seats = typeof looks === 'function' ? looks(count) : looks;
  return seats[seat % seats.length] ?? (USUAL[0] as SeatLook);
}
