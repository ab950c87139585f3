/// The bots of a game: which ones can play, and their names.
import { isForPeople } from '../board/people';
import type { ShelfBot, ShelfGame } from '../generated/protocol';
import { t } from '../settings.svelte';

/** The levels that can play at a table with `count` seats; the other bots are for measurements and programs. */
export function botsFor(box: ShelfGame, options: Record<string, string>, count: number): ShelfBot[] {
  if (isForPeople(box, options)) return [];
  return box.bots.filter(
    ({ id, seats }) => /^level[1-8]$/.test(id) && seats.least <= count && count <= seats.most,
  );
}

/** The level in the id of a bot. */
export function levelOf(bot: string): string {
  return bot.replace(/^level/, '');
}

/** The name of a bot. */
export function botName(bot: string): string {
  return t('botName', { level: levelOf(bot) });
}
