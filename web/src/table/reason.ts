/// Why something was refused, in the language of the reader.
import type { Refusal } from '../generated/protocol';
import { localize, t } from '../settings.svelte';

/** The sentence that explains a refusal. */
export function reason({ code, why }: Refusal): string {
  // What notation is expected is known in English only.
  return code === 'malformed' ? t('refusedMalformed') : localize(why);
}
