/// Setting up a position on whichever board it is: the page that does it takes the presses of the board's spots.
import { getContext, setContext } from 'svelte';

const KEY = 'editing';

/** What the spots of a board report where a position is set up. */
export interface Editing {
  /** A spot was pressed. */
  press(spot: string): void;
  /** What stands on a spot was carried to another, or off the board. */
  carry(from: string, to: string | null): void;
  /** A spot is to be empty. */
  erase(spot: string): void;
}

/** Makes the boards below this component report presses in place of actions. */
export function provideEditing(editing: Editing): void {
  setContext(KEY, editing);
}

/** Where presses are reported; nothing where the board is played on. */
export function editingOf(): Editing | undefined {
  return getContext<Editing | undefined>(KEY);
}
