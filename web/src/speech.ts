/// Speech: what happens at a table, read aloud by the browser.
import { settings } from './settings.svelte';

/** Whether the browser can speak. */
export const canSpeak = 'speechSynthesis' in globalThis;

/** Reads a sentence aloud, after those that are still being read. */
export function speak(text: string): void {
  if (!canSpeak || !settings.speak || !text) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = settings.lang;
  speechSynthesis.speak(said);
}

/** Stops whatever is being read. */
export function hush(): void {
  if (canSpeak) speechSynthesis.cancel();
}
