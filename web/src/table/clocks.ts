/// The clocks that a table can have: some that are usual, and any other.
import type { ClockRule } from '../generated/protocol';

/** The usual ones. */
export const CLOCKS: Record<string, ClockRule> = {
  none: 'none',
  '5+5': { fischer: { start: 300, increment: 5 } },
  '15+10': { fischer: { start: 900, increment: 10 } },
  '3d': { per_action: { limit: 3 * 24 * 3600 } },
};

/** A clock of one's own, as it is typed. */
export interface CustomClock {
  kind: 'fischer' | 'per_action';
  /** For a Fischer clock: minutes at the start, and seconds for each action. */
  minutes: number;
  increment: number;
  /** For an action: so many of a unit. */
  limit: number;
  unit: 'seconds' | 'minutes' | 'hours' | 'days';
}

/** The seconds in a unit. */
export const UNITS: Record<CustomClock['unit'], number> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};

/** A number from `least` to `most`; what can't be read is the least. */
function within(number: number, least: number, most: number): number {
  return Number.isFinite(number) ? Math.min(most, Math.max(least, Math.round(number))) : least;
}

/** The rule of a clock of one's own, within what makes sense. */
export function ruleOf({ kind, minutes, increment, limit, unit }: CustomClock): ClockRule {
  if (kind === 'fischer') {
    const start = within(minutes * 60, 10, 24 * 3600);
    return { fischer: { start, increment: within(increment, 0, 3600) } };
  }
  return { per_action: { limit: within(limit * UNITS[unit], 5, 30 * 86_400) } };
}
