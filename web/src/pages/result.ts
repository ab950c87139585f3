/// The result of a finished game for one user.
import type { TableInfo } from '../generated/protocol';

export type Result = 'won' | 'lost' | 'drawn';

/** How a game ended for the viewer, or for the person of that name; `null` if they had no seat. */
export function resultOf(
  { seats, places }: TableInfo,
  name?: string,
): { result: Result; place: number } | null {
  const own = seats
    .flatMap((seat, index) => ((name ? seat.name === name : seat.own) ? [places?.[index] ?? 0] : []))
    .filter(Boolean);
  if (!places || own.length === 0) return null;
  const place = Math.min(...own);
  if (places.every((other) => other === places[0])) return { result: 'drawn', place };
  return { result: place === 1 ? 'won' : 'lost', place };
}

/** Whether the opponents of the viewer were people (at least one), or only bots. */
export function opponentsOf({ seats }: TableInfo): 'people' | 'bots' {
  return seats.some((seat) => !seat.own && seat.kind !== 'bot') ? 'people' : 'bots';
}
