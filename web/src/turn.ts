/// Whoever looks elsewhere is told that it is their turn: by a soft tone, and by a note of the system where they asked for it.
import { settings, t } from './settings.svelte';
import { play } from './sound';

/** Whether the browser can show notes of the system. */
export const hasNotes = 'Notification' in globalThis && 'serviceWorker' in navigator;

/** Turns notes on, if the browser agrees, or off. Whether it is as wished. */
export async function wishNotes(wished: boolean): Promise<boolean> {
  settings.notes = wished && (await Notification.requestPermission()) === 'granted';
  return settings.notes === wished;
}

/** Somebody is to act at the table of that address: they are told, unless they look. */
export async function tellTurn(game: string, address: string): Promise<void> {
  if (!document.hidden) return;
  play('turn');
  if (!hasNotes || !settings.notes || Notification.permission !== 'granted') return;
  const house = await navigator.serviceWorker.getRegistration();
  // One note for a table, whichever page tells it.
  await house?.showNotification(t('yourTurn'), {
    body: game,
    tag: address,
    icon: '/icon-192.png',
    data: address,
  });
}
