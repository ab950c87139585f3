/// Has this browser told by push messages, while no page of the house is open.
import { request } from '../api.svelte';
import type { PushKey } from '../generated/protocol';

/** Whether the browser can be told that way. */
export const canBeTold = 'PushManager' in globalThis && 'serviceWorker' in navigator;

/** The subscription of this browser, if there is one. */
async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser is told. */
export async function isTold(): Promise<boolean> {
  return canBeTold && (await subscription()) !== null;
}

/** Has this browser told from now on. False if the browser, its user or the house does not want it. */
export async function beTold(): Promise<boolean> {
  const { key } = await request<PushKey>('GET', '/me/push');
  if (!key || (await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await request('POST', '/me/push', { endpoint, keys });
  return true;
}

/** Has this browser told no more. */
export async function beToldNoMore(): Promise<void> {
  const made = await subscription();
  if (!made) return;
  await request('DELETE', '/me/push', { endpoint: made.endpoint });
  await made.unsubscribe();
}
