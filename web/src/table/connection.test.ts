import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PROTOCOL_VERSION as version } from '../generated/protocol';
import * as outdated from '../outdated';
import { Refused } from '../rules/rules';
import { Connection } from './connection';

/** A socket whose server is the test. */
class Socket {
  static all: Socket[] = [];
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly address: URL) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The server accepts the request to enter. */
  admit(): void {
    this.onopen?.();
    this.deliver({ type: 'done', id: 0 });
  }
}

const seen = '5.2.1';
const listener = { onFrame: vi.fn(), onHand: vi.fn(), onStateChange: vi.fn(), onRefused: vi.fn() };
let connection: Connection;

function latest(): Socket {
  const socket = Socket.all.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  // The parts of a page that a connection listens to.
  const page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', { href: 'http://house/table/t1' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  Socket.all = [];
  connection = new Connection('t1', 'token', listener);
});
afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.useRealTimers();
});

it('enters with the token, and after a drop with the last frame that it has seen', () => {
  latest().admit();
  expect(latest().sent).toEqual([{ id: 0, do: 'enter', version, token: 'token', seen: null }]);
  latest().deliver({ type: 'frame', seen });
  latest().onclose?.();
  expect(listener.onStateChange).toHaveBeenLastCalledWith('lost');
  vi.advanceTimersByTime(1000);
  latest().admit();
  expect(Socket.all).toHaveLength(2);
  expect(latest().sent[0]).toEqual({ id: 0, do: 'enter', version, token: 'token', seen });
  expect(listener.onStateChange).toHaveBeenLastCalledWith('online');
});

it('resends an action whose answer got lost, and takes "stale" for done', async () => {
  latest().admit();
  const done = connection.request({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().onclose?.();
  vi.advanceTimersByTime(1000);
  latest().admit();
  expect(latest().sent[1]).toEqual({ id: 1, do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().deliver({ type: 'refused', id: 1, code: 'stale', why: { fr: '', en: '' } });
  await expect(done).resolves.toMatchObject({ id: 1 });
});

it('queues an action that is requested while there is no connection', async () => {
  const done = connection.request({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().admit();
  latest().deliver({ type: 'done', id: 1, entry: 3 });
  await expect(done).resolves.toMatchObject({ entry: 3 });
});

it('rejects a stale action that was never sent before', async () => {
  const done = connection.request({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().admit();
  latest().deliver({ type: 'refused', id: 1, code: 'stale', why: { fr: '', en: '' } });
  await expect(done).rejects.toMatchObject({ refusal: { code: 'stale' } });
});

it('does not resend chat: a message whose answer got lost is rejected', async () => {
  latest().admit();
  const sent = connection.request({ do: 'chat', channel: 'table', text: 'Hello' });
  latest().onclose?.();
  await expect(sent).rejects.toBeInstanceOf(Refused);
  vi.advanceTimersByTime(1000);
  latest().admit();
  expect(latest().sent).toHaveLength(1);
});

it('passes on the article that forbids an action', async () => {
  latest().admit();
  const done = connection.request({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  const why = { fr: 'Non.', en: 'No.' };
  latest().deliver({ type: 'refused', id: 1, code: 'illegal', article: 'B4', why, at: ['b2'] });
  await expect(done).rejects.toMatchObject({
    refusal: { code: 'illegal', article: 'B4', why, at: ['b2'] },
  });
});

it('does not reconnect to a table that refuses entry', () => {
  latest().onopen?.();
  latest().deliver({ type: 'refused', id: 0, code: 'no_table', why: { fr: '', en: '' } });
  latest().onclose?.();
  vi.advanceTimersByTime(60_000);
  expect(listener.onRefused).toHaveBeenCalledOnce();
  expect(Socket.all).toHaveLength(1);
});

it('reloads the page that the server calls outdated, at entry or later', () => {
  const reload = vi.spyOn(outdated, 'reloadOutdated').mockResolvedValue();
  latest().onopen?.();
  latest().deliver({ type: 'refused', id: 0, code: 'outdated', why: { fr: '', en: '' } });
  expect(reload).toHaveBeenCalledOnce();
  expect(listener.onRefused).toHaveBeenCalledOnce();
});

it('passes on hand movements, and drops them without an error while not connected', () => {
  const hand = { do: 'hand', seat: 0, movement: '17 0 0 0' } as const;
  connection.send(hand);
  latest().admit();
  expect(latest().sent.filter((sent) => sent.do === 'hand')).toEqual([]);
  connection.send(hand);
  expect(latest().sent.at(-1)).toMatchObject(hand);
  latest().deliver({ type: 'hand', seat: 1, log: 3, movement: '4 1 2 3' });
  expect(listener.onHand).toHaveBeenCalledWith(expect.objectContaining({ seat: 1, movement: '4 1 2 3' }));
});
