/// Bots that sit at tables.
import { isForPeople } from '../board/people';
import type { BotOnShelf, GameOnShelf } from '../generated/house';
import { t } from '../settings.svelte';

/** Those that may sit at a table of so many seats. */
export function botsFor(box: GameOnShelf, options: Record<string, string>, count: number): BotOnShelf[] {
  if (isForPeople(box, options)) return [];
  return box.bots.filter(({ seats }) => seats.least <= count && count <= seats.most);
}

/** The strength that a bot's id tells. */
export function levelOf(bot: string): string {
  return bot.replace(/^level/, '');
}

/** What a bot is called. */
export function botName(bot: string): string {
  return t('botName', { level: levelOf(bot) });
}
