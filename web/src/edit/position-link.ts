/// A position in a link: the fragment of an address holds the seats, the options and the position in notation.
import type { Setup } from '../generated/protocol';

/** A position with its setting; the opening if it is `null`. */
export interface Placed {
  setup: Setup;
  position: string | null;
}

/** The longest notation that a link may hold. */
const LONGEST = 500;

/** The fragment for a position, with the `#`. */
export function fragmentOf({ setup, position }: Placed): string {
  const words = new URLSearchParams({ seats: String(setup.seats), ...setup.options });
  if (position !== null) words.set('position', position);
  return `#${words}`;
}

/** The position of a fragment; `null` if it holds none. */
export function placedIn(fragment: string): Placed | null {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const seats = Number(words.get('seats'));
  const position = words.get('position');
  if (!Number.isInteger(seats) || seats < 1 || (position?.length ?? 0) > LONGEST) return null;
  const options = Object.fromEntries([...words].filter(([key]) => key !== 'seats' && key !== 'position'));
  return { setup: { seats, options }, position };
}

/** The page on which a position is set up. */
export function editorPath(game: string, placed?: Placed): string {
  return `/edit/${game}${placed ? fragmentOf(placed) : ''}`;
}

/** The page that asks to find the win in a position. */
export function puzzlePath(game: string, placed: Placed): string {
  return `/learn/${game}/own${fragmentOf(placed)}`;
}
