/// Refusals of the server, in the form that the pages show.
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

/** A refusal of the server in the form that the pages show. */
export function refusal({ code, article, why, at }: Refusing): Refusal {
  const kind = (KINDS.includes(code) ? code : 'not_seated') as RefusalKind;
  // The server explains malformed notation in English, for programs; the pages have a sentence of their own.
  return { kind, article: article ?? null, why: code === 'malformed' ? null : why, at: at ?? [] };
}
