/// The words of the pages on which positions are set up.
import { localize } from '../settings.svelte';
import { texts } from './texts';

/** A text of these pages in the language of the page, its gaps filled in. */
export function say(key: keyof typeof texts, gaps: Record<string, string | number> = {}): string {
  return localize(texts[key]).replace(/\{(\w+)\}/g, (_, gap: string) => String(gaps[gap] ?? ''));
}
