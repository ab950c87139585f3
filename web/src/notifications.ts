/// Tells players who look at another window that it is their turn: by a soft tone, and by a notification if they want it.
import { settings, t } from './settings.svelte';
import { play } from './sound';

/** Whether the browser can show notifications. */
export const canNotify = 'Notification' in globalThis && 'serviceWorker' in navigator;

/** Turns notifications on or off. Returns false if the browser does not permit them. */
export async function setNotifications(wanted: boolean): Promise<boolean> {
  settings.notes = wanted && (await Notification.requestPermission()) === 'granted';
  return settings.notes === wanted;
}

/** Tells the player that it is their turn at the table with that path, unless the page is visible. */
export async function notifyTurn(game: string, path: string): Promise<void> {
  if (!document.hidden) return;
  play('turn');
  if (!canNotify || !settings.notes || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(t('yourTurn'), {
    body: game,
    // Several pages may notify of the same table: the tag makes them one notification.
    tag: path,
    icon: '/icon-192.png',
    data: path,
  });
}
