/// HTTP requests to the server, if there is one, and the user who is logged in there.
import type { Me, NewTable, Opened, Strength, TableInfo } from './generated/server';
import { Refused } from './rules/rules';
import { t } from './settings.svelte';
import { botName } from './table/bots';
import { type Refusing, refusal } from './table/refusal';

let user = $state.raw<Me | null>(null);
let loading: Promise<Me | null> | undefined;

/** The user on the server; `null` if there is no server. Reactive. */
export function currentUser(): Me | null {
  return user;
}

/** The names that the server gives to users who have chosen none. */
const GUEST = /^Guest (\d+)$/;

/** Whether a user has chosen a name, or has an account. */
export function hasName(person: Me): boolean {
  return person.account || !GUEST.test(person.name);
}

/** A name as the page shows it. */
export function displayName(name: string): string {
  const number = GUEST.exec(name)?.[1];
  return number ? t('guest', { number }) : name;
}

/** Asks the server for the user, once; after a failure the next call asks again. */
export function loadUser(): Promise<Me | null> {
  loading ??= fetch('/api/me')
    .then(async (response) => {
      const known = response.ok && response.headers.get('content-type')?.includes('json');
      user = known ? ((await response.json()) as Me) : null;
      return user;
    })
    // Without a network, games on this screen still work.
    .catch(() => null)
    .then((found) => {
      if (!found) loading = undefined;
      return found;
    });
  return loading;
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(`/api${path}`, init);
  if (!response.ok) throw new Refused(refusal((await response.json()) as Refusing));
  return (await response.json()) as T;
}

/** Changes the name. */
export async function rename(name: string): Promise<void> {
  user = await request<Me>('PUT', '/me', { name });
}

/** Turns the guest into an account. */
export async function createAccount(name: string, password: string): Promise<void> {
  user = await request<Me>('POST', '/me/account', { name, password });
}

/** Logs in to an account. */
export async function logIn(name: string, password: string): Promise<void> {
  user = await request<Me>('POST', '/login', { name, password });
}

/** Logs out on this device. */
export async function logOut(): Promise<void> {
  user = await request<Me>('POST', '/logout', { everywhere: false });
}

/** Opens a table on the server and returns its id. */
export async function openTable(table: Partial<NewTable>): Promise<string> {
  return (await request<Opened>('POST', '/tables', table)).id;
}

/** Tables on the server: the user's own, or the public ones. */
export function listTables(whose: 'own' | 'open', status: TableInfo['status']): Promise<TableInfo[]> {
  const own = whose === 'own' ? 'own=true&' : '';
  return request('GET', `/tables?${own}status=${status}&limit=40`);
}

/** Which finished games to list. */
export interface FinishedFilter {
  game?: string;
  seats?: string;
  /** The name of another user, of whom only public games are listed; the user's own games if it is left out. */
  name?: string;
  /** Created before that time, in milliseconds since 1970. */
  before?: number;
}

/** How many finished games one request returns at most. */
export const PAGE_SIZE = 40;

/** Finished games, the newest first. */
export function finishedGames(wanted: FinishedFilter): Promise<TableInfo[]> {
  const known = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(known.map(([key, value]) => [key, String(value)]));
  if (!wanted.name) query.set('own', 'true');
  return request('GET', `/tables?${query}&status=over&limit=${PAGE_SIZE}`);
}

/** The leaderboard of a game. */
export function leaderboard(game: string, seats: string): Promise<Strength[]> {
  return request('GET', `/leaderboard?${new URLSearchParams({ game, seats, limit: '100' })}`);
}

/** The ratings of a user at every game. */
export function ratingsOf(name: string): Promise<Strength[]> {
  return request('GET', `/ratings/${encodeURIComponent(name)}`);
}

/** The names of the seats of a table on the server. */
export function seatNames({ seats }: TableInfo): string[] {
  return seats.map(({ kind, name, bot }) => {
    if (kind === 'bot') return botName(bot ?? '');
    return name ? displayName(name) : t('freeSeat');
  });
}

/** The record of a table on the server. */
export async function fetchRecord(id: string, token: string | null): Promise<string> {
  const link = token ? `?token=${encodeURIComponent(token)}` : '';
  const response = await fetch(`/api/tables/${encodeURIComponent(id)}/record${link}`);
  if (!response.ok) throw new Refused(refusal((await response.json()) as Refusing));
  return response.text();
}
