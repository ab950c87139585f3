/// Ways to play at which only people sit, since no program sees what happens there.
import type { GameOnShelf } from '../generated/house';

/** Such ways of a game: the option, its value, its name, and what it is like. */
export function ways({ options }: GameOnShelf) {
  return options.flatMap(({ key, choices }) =>
    choices.flatMap(({ value, name, people }) => (people ? [{ key, value, name, people }] : [])),
  );
}

/** Whether what was chosen is such a way. */
export function isForPeople(box: GameOnShelf, options: Record<string, string>): boolean {
  return ways(box).some(({ key, value }) => options[key] === value);
}
