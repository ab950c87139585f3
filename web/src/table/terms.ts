/// The terms of a game in words: its options, its clock, whether it is rated.
import type { ClockRule, ShelfGame } from '../generated/protocol';
import { localize, settings, t } from '../settings.svelte';
import type { FullTable } from './defaults';

/** The values of the first option and of those that differ from the default; empty if a game has no options. */
export function settingOf({ options }: ShelfGame, chosen: Record<string, string>): string[] {
  return options.flatMap(({ key, choices }, index) => {
    const [usual] = choices;
    const choice = choices.find(({ value }) => value === chosen[key]) ?? usual;
    return choice && (index === 0 || choice !== usual) ? [localize(choice.name)] : [];
  });
}

/** How much time there is. */
export function clockOf(clock: ClockRule): string {
  if (clock === 'none') return t('noClock');
  if ('per_action' in clock) return t('clockPerAction', { time: span(clock.per_action.limit) });
  const { start, increment } = clock.fischer;
  return t('clockFischer', { start: span(start), increment: span(increment) });
}

/** Whether a game goes on for days: its clock gives a day or more to an action. */
export function isByDays(clock: ClockRule): boolean {
  return typeof clock === 'object' && 'per_action' in clock && clock.per_action.limit >= 86_400;
}

/** The terms of a table on the server. */
export function termsOf(box: ShelfGame, { options, clock, rated, on_timeout }: FullTable): string[] {
  const terms = [...settingOf(box, options), clockOf(clock)];
  if (clock !== 'none') terms.push(t(on_timeout === 'forfeit' ? 'timeoutLost' : 'timeoutBot'));
  if (rated) terms.push(t('ratedShort'));
  return terms;
}

/** What is left on a clock, in milliseconds, as clocks show it. */
export function leftOf(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = String(Math.floor((seconds % 3600) / 60)).padStart(2, '0');
  if (hours >= 24) return t('clockDaysLeft', { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours >= 1) return t('clockHoursLeft', { hours, minutes });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const UNITS = [
  { unit: 'day', seconds: 86_400, unitDisplay: 'long' },
  { unit: 'hour', seconds: 3600, unitDisplay: 'long' },
  { unit: 'minute', seconds: 60, unitDisplay: 'short' },
  { unit: 'second', seconds: 1, unitDisplay: 'short' },
] as const;

/** So many seconds, in the longest unit that tells them without a fraction. */
function span(time: number): string {
  const { unit, seconds, unitDisplay } =
    UNITS.find(({ seconds }) => time > 0 && time % seconds === 0) ?? UNITS[3];
  const words = new Intl.NumberFormat(settings.lang, { style: 'unit', unit, unitDisplay });
  return words.format(time / seconds).replace(' ', '\u00a0');
}
