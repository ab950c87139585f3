/// How strong the user is against bots, by game and number of seats: it follows the results, and is kept in this browser.

const KEY = 'strength';
/** Where one begins. */
const START = 3;

/** An estimate in levels, and how many games it rests on. */
interface Strength {
  level: number;
  games: number;
}

function read(): Record<string, Strength> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Strength>;
  } catch {
    return {};
  }
}

const keyOf = (game: string, seats: number) => `${game} ${seats}`;

/**
 * The estimate after a game against a bot: `score` is the share of rivals beaten. Where both are equally strong, half is
 * expected; a level more or less is worth about three games of four. The first games count more.
 */
export function strengthAfter({ level, games }: Strength, bot: number, score: number): Strength {
  const expected = 1 / (1 + Math.exp(bot - level));
  const weight = Math.max(0.5, 2 / (1 + games / 3));
  return { level: Math.min(8, Math.max(1, level + weight * (score - expected))), games: games + 1 };
}

/** The level of bots that is as strong as the user. */
export function ownLevel(game: string, seats: number): number {
  return Math.round(read()[keyOf(game, seats)]?.level ?? START);
}

/** Notes the result of a game of the user against bots of one level. */
export function noteResult(game: string, seats: number, bot: number, score: number): void {
  const all = read();
  const key = keyOf(game, seats);
  all[key] = strengthAfter(all[key] ?? { level: START, games: 0 }, bot, score);
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // The storage is full: this game does not count.
  }
}
