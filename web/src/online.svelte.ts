/// The server of the page, if there is one: who one is there, and what is asked of it by request.
import type { Refusal, RefusalKind } from './generated/house';
import type { Me, Message, NewTable, Opened, Request, TableInfo } from './generated/server';
import { Refused } from './house/house';

/** What a person does, without the number that the answer carries back. */
export type Deed = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

type Refusing = Omit<Extract<Message, { type: 'refused' }>, 'type' | 'id' | 'at'> & { at?: string[] };

let me = $state.raw<Me | null>(null);
let asked: Promise<Me | null> | undefined;

/** Who one is on the server; nobody where there is no server. Reactive. */
export function myself(): Me | null {
  return me;
}

/** Whether somebody has chosen a name, or has one of an account. */
export function hasName(person: Me): boolean {
  return person.account || !/^Guest \d+$/.test(person.name);
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

/** What the server refuses, as the pages tell it. */
export function refusal({ code, article, why, at }: Refusing): Refusal {
  const kind = (KINDS.includes(code) ? code : 'not_seated') as RefusalKind;
  // Faults of spelling are told to programs in English; the page has its own words for them.
  return { kind, article: article ?? null, why: code === 'malformed' ? null : why, at: at ?? [] };
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
  return ask('GET', `/tables?${own}status=${status}&limit=12`);
}

/** The record of a table on the server. */
export async function recordOf(id: string, token: string | null): Promise<string> {
  const link = token ? `?token=${encodeURIComponent(token)}` : '';
  const response = await fetch(`/api/tables/${encodeURIComponent(id)}/record${link}`);
  if (!response.ok) throw new Refused(refusal((await response.json()) as Refusing));
  return response.text();
}
