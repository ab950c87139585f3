/// The server of the page, if there is one: who one is there, and what is asked of it by request.
import type { Me, NewTable, Opened, Strength, TableInfo } from './generated/server';
import { Refused } from './house/house';
import { t } from './settings.svelte';
import { botName } from './table/bots';
import { type Refusing, refusal } from './table/refusal';

let me = $state.raw<Me | null>(null);
let asked: Promise<Me | null> | undefined;

/** Who one is on the server; nobody where there is no server. Reactive. */
export function myself(): Me | null {
  return me;
}

/** What the server calls those who have chosen no name. */
const GUEST = /^Guest (\d+)$/;

/** Whether somebody has chosen a name, or has one of an account. */
export function hasName(person: Me): boolean {
  return person.account || !GUEST.test(person.name);
}

/** A name as the page says it. */
export function called(name: string): string {
  const number = GUEST.exec(name)?.[1];
  return number ? t('guest', { number }) : name;
}

/** Finds out who one is, once; again after a failure. */
export function meet(): Promise<Me | null> {
  asked ??= fetch('/api/me')
    .then(async (response) => {
      const known = response.ok && response.headers.get('content-type')?.includes('json');
      me = known ? ((await response.json()) as Me) : null;
      return me;
    })
    // Without a network everything on this screen works all the same.
    .catch(() => null)
    .then((found) => {
      if (!found) asked = undefined;
      return found;
    });
  return asked;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(`/api${path}`, init);
  if (!response.ok) throw new Refused(refusal((await response.json()) as Refusing));
  return (await response.json()) as T;
}

/** Chooses a name. */
export async function rename(name: string): Promise<void> {
  me = await ask<Me>('PUT', '/me', { name });
}

/** Makes an account of a guest. */
export async function claim(name: string, password: string): Promise<void> {
  me = await ask<Me>('POST', '/me/account', { name, password });
}

/** Comes back to an account. */
export async function logIn(name: string, password: string): Promise<void> {
  me = await ask<Me>('POST', '/login', { name, password });
}

/** Leaves the account on this device. */
export async function logOut(): Promise<void> {
  me = await ask<Me>('POST', '/logout', { everywhere: false });
}

/** Opens a table on the server and gives its id. */
export async function openTable(table: Partial<NewTable>): Promise<string> {
  return (await ask<Opened>('POST', '/tables', table)).id;
}

/** Tables on the server: one's own, or those that are open to all. */
export function tables(whose: 'own' | 'open', status: TableInfo['status']): Promise<TableInfo[]> {
  const own = whose === 'own' ? 'own=true&' : '';
  return ask('GET', `/tables?${own}status=${status}&limit=40`);
}

/** Which games that are over. */
export interface Finished {
  game?: string;
  seats?: string;
  /** Whose, if not one's own; only those that are open to all. */
  name?: string;
  /** Made before that moment. */
  before?: number;
}

/** So many games that are over, at most, come at once. */
export const PAGE = 40;

/** Games that are over, the newest first. */
export function finished(wanted: Finished): Promise<TableInfo[]> {
  const known = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(known.map(([key, value]) => [key, String(value)]));
  if (!wanted.name) query.set('own', 'true');
  return ask('GET', `/tables?${query}&status=over&limit=${PAGE}`);
}

/** The strongest at a game. */
export function leaders(game: string, seats: string): Promise<Strength[]> {
  return ask('GET', `/leaderboard?${new URLSearchParams({ game, seats, limit: '100' })}`);
}

/** Somebody's strength at every game. */
export function ratingsOf(name: string): Promise<Strength[]> {
  return ask('GET', `/ratings/${encodeURIComponent(name)}`);
}

/** Who sits at a table on the server, in words. */
export function sitters({ seats }: TableInfo): string[] {
  return seats.map(({ kind, name, bot }) => {
    if (kind === 'bot') return botName(bot ?? '');
    return name ? called(name) : t('freeSeat');
  });
}

/** The record of a table on the server. */
export async function recordOf(id: string, token: string | null): Promise<string> {
  const link = token ? `?token=${encodeURIComponent(token)}` : '';
  const response = await fetch(`/api/tables/${encodeURIComponent(id)}/record${link}`);
  if (!response.ok) throw new Refused(refusal((await response.json()) as Refusing));
  return response.text();
}
