/// What a server refuses, as the pages tell it.
import type { Refusal, RefusalKind } from '../generated/house';
import type { Message } from '../generated/server';

/** A refusal as it comes from the server. */
export type Refusing = Omit<Extract<Message, { type: 'refused' }>, 'type' | 'id' | 'at'> & { at?: string[] };

const KINDS: string[] = [
  'illegal',
  'malformed',
  'stale',
  'out_of_time',
  'over',
  'not_seated',
  'nothing_to_take_back',
  'nothing_asked',
  'already_asked',
] satisfies RefusalKind[];

/** What the server refuses, as the pages tell it. */
export function refusal({ code, article, why, at }: Refusing): Refusal {
  const kind = (KINDS.includes(code) ? code : 'not_seated') as RefusalKind;
  // Faults of spelling are told to programs in English; the page has its own words for them.
  return { kind, article: article ?? null, why: code === 'malformed' ? null : why, at: at ?? [] };
}
