/// Who acted where in a round: a table tells it to the layer of spots of whichever board it shows.
import { getContext, setContext } from 'svelte';
import type { Step } from '../generated/protocol';
import type { SeatLook } from './contract';

const KEY = 'round';

/** The spots that were acted on in a round. */
export interface RoundMarks {
  /** For each spot of `ids` that a step named, the look of the seat that named it last. */
  at(ids: string[]): Map<string, SeatLook>;
}

/** The spots that an action names in its notation. */
export function spotsOf(action: string, ids: ReadonlySet<string>): string[] {
  return (action.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => ids.has(word));
}

/** Gives the boards below this component the steps of the round. */
export function provideRound(steps: () => Step[], look: (seat: number) => SeatLook): void {
  setContext<RoundMarks>(KEY, {
    at(ids) {
      const known = new Set(ids);
      const marks = new Map<string, SeatLook>();
      for (const { seat, action } of steps()) {
        if (seat === null || action === null) continue;
        for (const spot of spotsOf(action, known)) marks.set(spot, look(seat));
      }
      return marks;
    },
  });
}

/** The marks of the table around this component, if it is in one. */
export function roundMarks(): RoundMarks | undefined {
  return getContext<RoundMarks | undefined>(KEY);
}
