/// Choices that only people can play, since no program sees what happens there, such as a real box beside the phone.
import type { ShelfGame } from '../generated/protocol';

/** The choices of a game that only people can play: option, value, name and description. */
export function peopleOnlyChoices({ options }: ShelfGame) {
  return options.flatMap(({ key, choices }) =>
    choices.flatMap(({ value, name, people }) => (people ? [{ key, value, name, people }] : [])),
  );
}

/** Whether the chosen options include such a choice. */
export function isForPeople(box: ShelfGame, options: Record<string, string>): boolean {
  return peopleOnlyChoices(box).some(({ key, value }) => options[key] === value);
}
