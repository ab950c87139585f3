/// Requests about tournaments and clubs, and what their pages say in words.
import { displayName, request } from '../api.svelte';
import type {
  ClubCommand,
  ClubFrame,
  ClubInfo,
  EventCommand,
  EventFormat,
  EventFrame,
  EventInfo,
  EventLine,
  NewClub,
  NewEvent,
  Opened,
} from '../generated/protocol';
import { settings, t } from '../settings.svelte';
import { botName } from '../table/bots';
import type { Key } from '../words/en';

/** The tournaments that are open to all, and those of the user. */
export async function listEvents(): Promise<EventInfo[]> {
  const [open, own] = await Promise.all([
    request<EventInfo[]>('GET', '/events'),
    request<EventInfo[]>('GET', '/events?own=true'),
  ]);
  const known = new Set(open.map(({ id }) => id));
  return [...own.filter(({ id }) => !known.has(id)), ...open];
}

export function fetchEvent(id: string): Promise<EventFrame> {
  return request('GET', `/events/${encodeURIComponent(id)}`);
}

export function commandEvent(id: string, command: EventCommand): Promise<EventFrame> {
  return request('POST', `/events/${encodeURIComponent(id)}`, command);
}

export async function makeEvent(event: Partial<NewEvent>): Promise<string> {
  return (await request<Opened>('POST', '/events', event)).id;
}

/** The clubs that anybody may find, and those of the user. */
export async function listClubs(): Promise<{ own: ClubInfo[]; others: ClubInfo[] }> {
  const [own, open] = await Promise.all([
    request<ClubInfo[]>('GET', '/clubs?own=true'),
    request<ClubInfo[]>('GET', '/clubs'),
  ]);
  return { own, others: open.filter(({ id }) => !own.some((club) => club.id === id)) };
}

export function fetchClub(id: string): Promise<ClubFrame> {
  return request('GET', `/clubs/${encodeURIComponent(id)}`);
}

export function commandClub(id: string, command: ClubCommand): Promise<ClubFrame> {
  return request('POST', `/clubs/${encodeURIComponent(id)}`, command);
}

export async function makeClub(club: NewClub): Promise<string> {
  return (await request<Opened>('POST', '/clubs', club)).id;
}

/** What the formats are called. */
export const FORMATS: Record<EventFormat, { name: Key; hint: Key; ties: Key }> = {
  swiss: { name: 'formatSwiss', hint: 'formatSwissHint', ties: 'tiesSwiss' },
  round_robin: { name: 'formatRoundRobin', hint: 'formatRoundRobinHint', ties: 'tiesRoundRobin' },
  arena: { name: 'formatArena', hint: 'formatArenaHint', ties: 'tiesArena' },
};

/** The name of an entrant. */
export function entrantName({ name, bot }: EventLine): string {
  return bot ? botName(bot) : displayName(name);
}

/** Points with a half sign: `2½`. */
export function pointsOf(points: number): string {
  const whole = Math.floor(points);
  if (points === whole) return String(whole);
  if (points - whole !== 0.5) return new Intl.NumberFormat(settings.lang).format(points);
  return whole ? `${whole}½` : '½';
}

/** How far a tournament is, in words. */
export function stateOf({ status, starts }: EventInfo): string {
  if (status === 'playing') return t('running');
  if (status === 'over') return t('finished');
  if (status === 'cancelled') return t('eventCancelled');
  return starts === undefined ? t('eventOpen') : t('eventStarts', { time: momentOf(starts) });
}

/** A moment as people say it. */
export function momentOf(moment: number): string {
  const today = new Date(moment).toDateString() === new Date().toDateString();
  const style: Intl.DateTimeFormatOptions = today
    ? { timeStyle: 'short' }
    : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(settings.lang, style).format(moment);
}
