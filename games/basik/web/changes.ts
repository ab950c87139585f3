/// What an action did, read from the two positions: so that the board can show why a pile left.
import { beside } from './geometry';
import { type Pile, pilesOf } from './piles';
import type { View } from './types';

/** An action, parsed from its notation. */
export interface Meaning {
  kind: 'place' | 'stack' | 'move' | 'substitute' | 'pass';
  from: string | null;
  to: string | null;
}

/** Pawns that came to a cell, on top of what stays there. */
export interface Arrival {
  cell: string;
  from: string | null;
  count: number;
}

/** A pile that left the game. */
export interface Departure {
  pile: Pile;
  why: 'substituted' | 'encircled';
  /** What encircled it. */
  walls: string[];
}

export interface Changes {
  meaning: Meaning;
  arrival: Arrival | null;
  departures: Departure[];
}

const KINDS = { '+': 'stack', '-': 'move', x: 'substitute' } as const;

/** Reads the notation of an action. */
export function meaningOf(action: string): Meaning {
  const [, from, sign, to] = /^([a-e][1-5])(?:([-+x])([a-e][1-5]))?$/.exec(action) ?? [];
  if (!from) return { kind: 'pass', from: null, to: null };
  if (!to) return { kind: 'place', from: null, to: from };
  return { kind: KINDS[sign as keyof typeof KINDS], from, to };
}

/** What `action` changed. */
export function changes(before: View, after: View, action: string): Changes {
  const meaning = meaningOf(action);
  const { from, to, kind } = meaning;
  const [old, now] = [pilesOf(before), pilesOf(after)];
  const pileAt = (piles: Pile[], cell: string | null) => piles.find((pile) => pile.cell === cell);
  const departures: Departure[] = [];
  for (const pile of old) {
    if (pile.cell === from || pileAt(now, pile.cell)?.seat === pile.seat) continue;
    const substituted = kind === 'substitute' && pile.cell === to;
    const walls = substituted ? [] : beside(pile.cell, after.side);
    departures.push({ pile, why: substituted ? 'substituted' : 'encircled', walls });
  }
  if (!to) return { meaning, arrival: null, departures };
  const whole = pileAt(old, from)?.height ?? 1;
  const count = kind === 'substitute' ? (pileAt(now, to)?.height ?? 1) : whole;
  return { meaning, arrival: { cell: to, from, count }, departures };
}
