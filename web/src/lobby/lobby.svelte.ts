/// The lobby of the house: who looks for a game, who is here, and what this page looks for.
import { currentUser, declineSeat, request } from '../api.svelte';
import {
  type Here,
  type LobbyMessage,
  type NewSeek,
  PROTOCOL_VERSION,
  type SeekInfo,
  type Sought,
} from '../generated/protocol';
import { OUTDATED, reloadOutdated } from '../outdated';
import { navigate } from '../route.svelte';
import { play } from '../sound';
import { type FullTable, fullTable } from '../table/defaults';
import { isByDays } from '../table/terms';

/** What somebody looks for, without the page that the lobby knows. */
export type Wanted = Omit<NewSeek, 'page'>;

/** The delays between attempts to reconnect, in milliseconds. */
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 15_000];

let seeks = $state.raw<SeekInfo[]>([]);
let here = $state.raw<Here | null>(null);
let challenges = $state.raw<FullTable[]>([]);
/** What this page looks for live: asked for again after the connection was lost. */
let wanted = $state.raw<Wanted | null>(null);

let socket: WebSocket | undefined;
/** What the lobby calls this page. */
let page: Promise<string> | undefined;
let entered: ((page: string) => void) | undefined;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
/** Whose page it is. */
let user = '';

/** What people look for, the viewer's own first. Reactive. */
export function currentSeeks(): SeekInfo[] {
  return seeks;
}

/** Who is here; `null` until it is known. Reactive. */
export function whoIsHere(): Here | null {
  return here;
}

/** The tables at which a seat waits for the viewer. Reactive. */
export function currentChallenges(): FullTable[] {
  return challenges;
}

/** Connects this page to the lobby, or connects it again if the viewer is somebody else now. */
export function enterLobby(): void {
  const me = currentUser();
  const now = me ? `${me.account} ${me.account ? me.name : ''}` : '';
  if (socket && user === now) return;
  user = now;
  connect();
}

function connect(): void {
  clearTimeout(retry);
  const old = socket;
  socket = undefined;
  old?.close();
  page = new Promise((resolve) => (entered = resolve));
  const address = new URL('/api/lobby/socket', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const opened = new WebSocket(address);
  socket = opened;
  opened.onopen = () => opened.send(JSON.stringify({ id: 0, do: 'enter', version: PROTOCOL_VERSION }));
  opened.onmessage = ({ data }) => {
    if (socket === opened) receive(JSON.parse(String(data)) as LobbyMessage);
  };
  opened.onclose = () => {
    if (socket === opened) onLost();
  };
}

function onLost(): void {
  seeks = [];
  here = null;
  const delay = RETRY_DELAYS[Math.min(failures++, RETRY_DELAYS.length - 1)] ?? 15_000;
  retry = setTimeout(connect, delay * (0.75 + Math.random() / 2));
}

function receive(message: LobbyMessage): void {
  if (message.type === 'entered') {
    failures = 0;
    seeks = [];
    entered?.(message.page);
    // What was looked for before the connection was lost is looked for again.
    if (wanted) void post(wanted).catch(() => (wanted = null));
  } else if (message.type === 'lobby') {
    const added = new Map(message.added.map((seek) => [seek.id, seek]));
    const kept = seeks.filter(({ id }) => !added.has(id) && !message.gone.includes(id));
    seeks = [...kept, ...message.added].sort(
      (one, other) => Number(!!other.own) - Number(!!one.own) || one.created - other.created,
    );
    here = message.here;
  } else if (message.type === 'paired') {
    wanted = null;
    play('turn');
    navigate(`/table/${message.table}`);
  } else if (message.type === 'challenges') {
    const known = new Set(challenges.map(({ id }) => id));
    challenges = message.tables.map(fullTable);
    if (challenges.some(({ id }) => !known.has(id))) play('turn');
  } else if (message.type === 'refused' && message.refusal.code === OUTDATED) void reloadOutdated();
}

async function post(seek: Wanted): Promise<Sought> {
  const live = !isByDays(seek.clock);
  return request<Sought>('POST', '/seeks', live ? { ...seek, page: await page } : seek);
}

/** Looks for a game. Rejects with `Refused` on a refusal. */
export async function seekGame(seek: Wanted): Promise<void> {
  enterLobby();
  await post(seek);
  if (!isByDays(seek.clock)) wanted = seek;
}

/** Takes what others look for: the game begins, or the viewer waits with them. */
export async function takeSeek({ id, clock = 'none' }: SeekInfo): Promise<void> {
  enterLobby();
  const body = isByDays(clock) ? {} : { page: await page };
  const { table } = await request<Sought>('POST', `/seeks/${encodeURIComponent(id)}`, body);
  if (table) {
    wanted = null;
    navigate(`/table/${table}`);
  }
}

/** Looks for it no longer. */
export async function withdrawSeek({ own, clock = 'none' }: SeekInfo): Promise<void> {
  if (!own) return;
  if (!isByDays(clock)) wanted = null;
  await request('DELETE', `/seeks/${encodeURIComponent(own)}`);
}

/** Sits down where the viewer is asked to. */
export async function acceptChallenge({ id }: FullTable): Promise<void> {
  await request('POST', `/tables/${encodeURIComponent(id)}`, { id: 1, do: 'join' });
  challenges = challenges.filter((table) => table.id !== id);
  navigate(`/table/${id}`);
}

/** Says no. */
export async function declineChallenge({ id }: FullTable): Promise<void> {
  await declineSeat(id);
  challenges = challenges.filter((table) => table.id !== id);
}
