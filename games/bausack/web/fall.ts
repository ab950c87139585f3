/// A fall in a few words: who fell, and who gained by it.
import type { Lang, Step } from '$board/contract';
import { reportOf } from './companion';
import { rest } from './text';
import type { View } from './types';
import { words } from './words';

/** What a banner says of a fall. */
export interface Fall {
  fell: string;
  gained: string[];
}

/** What a step that was a fall led to; null if it was none. */
export function fallInWords(
  { action, seat }: Step,
  before: View,
  after: View,
  name: (seat: number) => string,
  lang: Lang,
): Fall | null {
  if (action === null || after.due?.task === 'lay-again') return null;
  const isRest = action.startsWith('rest ');
  const { fallen, bumped } = isRest ? rest(action) : { fallen: [], bumped: false };
  if (fallen.length === 0 && !bumped && reportOf(action)?.what !== 'falls') return null;
  const who = isRest ? before.hand?.seat : seat;
  if (who === undefined || who === null) return null;
  const say = words[lang];
  const gained = after.beans.flatMap((beans, other) =>
    after.mode === 'babel' && beans > (before.beans[other] ?? 0) ? [say.gains(name(other), 1)] : [],
  );
  for (const [other, rounds] of (after.rounds ?? []).entries())
    if (rounds > (before.rounds?.[other] ?? 0)) gained.push(say.winsRound(name(other)));
  for (const [other, standing] of after.standing.entries())
    if (standing === 'out' && before.standing[other] !== 'out') gained.push(say.isOut(name(other)));
  if (after.due?.task === 'rebuild' && before.due?.task !== 'rebuild')
    gained.push(say.rebuilds(name(after.due.seat)));
  return { fell: bumped ? say.shook(name(who)) : say.brings(name(who)), gained };
}
