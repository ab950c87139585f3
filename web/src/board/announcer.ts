/// What a board tells those who do not see it: the table that shows the board reads it out.
import { getContext, setContext } from 'svelte';

const KEY = 'announcer';

/** Gives the boards below this component a way to say something. */
export function provideAnnouncer(say: (text: string) => void): void {
  setContext(KEY, say);
}

/** How a board says something; nothing hears it where there is no table around. */
export function announcer(): (text: string) => void {
  return getContext<((text: string) => void) | undefined>(KEY) ?? (() => {});
}
