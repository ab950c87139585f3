/// HTTP requests to the server, if there is one, and the user who is logged in there.
import {
  type Me,
  type NewTable,
  type Opened,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  type Rating,
  type Refusal,
  type Status,
  type TableFrame,
  type TableInfo,
} from './generated/protocol';
import { OUTDATED, reloadOutdated } from './outdated';
import { Refused } from './rules/rules';
import { t } from './settings.svelte';
import { botName } from './table/bots';
import { type FullTable, fullTable } from './table/defaults';

let user = $state.raw<Me | null>(null);
/** Whether the house answers: not known yet, open, away (it does not answer now), or none behind these pages. */
let house = $state<'unknown' | 'open' | 'away' | 'none'>('unknown');
let loading: Promise<Me | null> | undefined;

/** The user on the server; `null` if there is no server. Reactive. */
export function currentUser(): Me | null {
  return user;
}

/** Whether the server answers. Reactive. */
export function houseState(): typeof house {
  return house;
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
  loading ??= send('GET', '/me')
    .then(async (response) => {
      const known = response.ok && response.headers.get('content-type')?.includes('json');
      user = known ? ((await response.json()) as Me) : null;
      house = known ? 'open' : response.status >= 500 ? 'away' : 'none';
      return user;
    })
    // Without a network, games on this screen still work.
    .catch(() => {
      house = 'away';
      return null;
    })
    .then((found) => {
      if (!found) loading = undefined;
      return found;
    });
  return loading;
}

/** Sends a request. The page is reloaded if the server speaks another version of the protocol. */
async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(`/api${path}`, { method, headers, body: JSON.stringify(body) ?? null });
  const version = response.headers.get(PROTOCOL_HEADER);
  if (version !== null && version !== String(PROTOCOL_VERSION)) void reloadOutdated();
  return response;
}

/** Sends a request. Rejects with `Refused` on a refusal. */
async function sendChecked(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await send(method, path, body);
  if (response.ok) return response;
  const refusal = (await response.json()) as Refusal;
  if (refusal.code === OUTDATED) void reloadOutdated();
  throw new Refused(refusal);
}

/** Sends a request, and returns what is answered. Rejects with `Refused` on a refusal. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await sendChecked(method, path, body)).json() as Promise<T>;
}

async function requestTables(query: string): Promise<FullTable[]> {
  return (await request<TableInfo[]>('GET', `/tables?${query}`)).map(fullTable);
}

/** Sends a request whose answer is the user. */
export async function requestUser(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await request<Me>(method, path, body);
  // What hosts say comes with the user's own page alone.
  user = { ...answer, ...(answer.name === user?.name && { host: user.host, notices: user.notices }) };
}

/** Asks the server for the user again. */
export async function reloadUser(): Promise<void> {
  user = await request<Me>('GET', '/me');
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
  await reloadUser();
}

/** Logs out on this device. */
export async function logOut(): Promise<void> {
  user = await request<Me>('POST', '/logout', { everywhere: false });
}

/** Opens a table on the server and returns its id. */
export async function openTable(table: Partial<NewTable>): Promise<string> {
  return (await request<Opened>('POST', '/tables', table)).id;
}

/** Gives up the user's seat at a table that has not begun. */
export async function declineSeat(table: string): Promise<void> {
  const path = `/tables/${encodeURIComponent(table)}`;
  const { table: info } = await request<TableFrame>('GET', path);
  const seat = fullTable(info).seats.findIndex(({ own }) => own);
  if (seat >= 0) await sendChecked('POST', path, { id: 1, do: 'leave', seat });
}

/** Tables on the server: the user's own, or the public ones. */
export function listTables(whose: 'own' | 'open', status: Status): Promise<FullTable[]> {
  const own = whose === 'own' ? 'own=true&' : '';
  return requestTables(`${own}status=${status}&limit=40`);
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
export function finishedGames(wanted: FinishedFilter): Promise<FullTable[]> {
  const known = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(known.map(([key, value]) => [key, String(value)]));
  if (!wanted.name) query.set('own', 'true');
  return requestTables(`${query}&status=over&limit=${PAGE_SIZE}`);
}

/** The leaderboard of a game. */
export function leaderboard(game: string, seats: string): Promise<Rating[]> {
  return request('GET', `/leaderboard?${new URLSearchParams({ game, seats, limit: '100' })}`);
}

/** The ratings of a user at every game. */
export function ratingsOf(name: string): Promise<Rating[]> {
  return request('GET', `/ratings/${encodeURIComponent(name)}`);
}

/** The names of the seats of a table on the server. */
export function seatNames({ seats }: Pick<TableInfo, 'seats'>): string[] {
  return seats.map(({ kind, name, bot }) => {
    if (kind === 'bot') return botName(bot ?? '');
    // The name of an account that was deleted is blank.
    if (name === '') return t('nameGone');
    return name ? displayName(name) : t('freeSeat');
  });
}

/** The record of a table on the server. */
export async function fetchRecord(id: string, token: string | null): Promise<string> {
  const link = token ? `?token=${encodeURIComponent(token)}` : '';
  return (await sendChecked('GET', `/tables/${encodeURIComponent(id)}/record${link}`)).text();
}
