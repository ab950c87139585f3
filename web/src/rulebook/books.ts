/// The rulebooks, written when the pages were built: each is loaded when it is opened, and needs no rules.
import type { Lang } from '../generated/protocol';
import type { Rulebook } from './write';

export type { Heading, Rulebook } from './write';

const books = import.meta.glob<Rulebook>('../../../games/*/RULES.*.md', {
  query: '?rulebook',
  import: 'default',
});

/** The rulebook of a game, if there is such a game. */
export async function rulebook(game: string, lang: Lang): Promise<Rulebook | undefined> {
  return books[`../../../games/${game}/RULES.${lang}.md`]?.();
}
