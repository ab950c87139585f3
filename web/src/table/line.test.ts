import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Seen } from '../generated/server';
import { Refused } from '../house/house';
import { ServerLine } from './line';

/** A socket whose other end is the test. */
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
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The server lets one in. */
  admit(): void {
    this.onopen?.();
    this.say({ type: 'done', id: 0 });
  }
}

const seen: Seen = { epoch: 5, seq: 2, log: 1, talk: 0, own: [0], over: false };
const ears = { frame: vi.fn(), shown: vi.fn(), connection: vi.fn(), barred: vi.fn() };
let line: ServerLine;

function latest(): Socket {
  const socket = Socket.all.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  // The page around it, as much as it listens to.
  const page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', { href: 'http://house/table/t1' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  Socket.all = [];
  line = new ServerLine('t1', 'token', ears);
});
afterEach(() => {
  line.hangUp();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.useRealTimers();
});

it('enters with the token, and after a drop with what it has seen', () => {
  latest().admit();
  expect(latest().sent).toEqual([{ id: 0, do: 'enter', token: 'token', seen: null }]);
  latest().say({ type: 'frame', seen });
  latest().onclose?.();
  expect(ears.connection).toHaveBeenLastCalledWith('lost');
  vi.advanceTimersByTime(1000);
  latest().admit();
  expect(Socket.all).toHaveLength(2);
  expect(latest().sent[0]).toEqual({ id: 0, do: 'enter', token: 'token', seen });
  expect(ears.connection).toHaveBeenLastCalledWith('online');
});

it('asks again for an action whose answer got lost, and takes "stale" for done', async () => {
  latest().admit();
  const done = line.ask({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().onclose?.();
  vi.advanceTimersByTime(1000);
  latest().admit();
  expect(latest().sent[1]).toEqual({ id: 1, do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().say({ type: 'refused', id: 1, code: 'stale', why: { fr: '', en: '' } });
  await expect(done).resolves.toMatchObject({ type: 'done' });
});

it('keeps an action that is asked for while there is no line', async () => {
  const done = line.ask({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().admit();
  latest().say({ type: 'done', id: 1, entry: 3 });
  await expect(done).resolves.toMatchObject({ entry: 3 });
});

it('hears that an action comes too late, if it was never sent before', async () => {
  const done = line.ask({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  latest().admit();
  latest().say({ type: 'refused', id: 1, code: 'stale', why: { fr: '', en: '' } });
  await expect(done).rejects.toMatchObject({ refusal: { kind: 'stale' } });
});

it('says nothing twice: a word whose answer got lost is refused', async () => {
  latest().admit();
  const said = line.ask({ do: 'talk', channel: 'table', text: 'Hello' });
  latest().onclose?.();
  await expect(said).rejects.toBeInstanceOf(Refused);
  vi.advanceTimersByTime(1000);
  latest().admit();
  expect(latest().sent).toHaveLength(1);
});

it('tells the article that forbids an action', async () => {
  latest().admit();
  const done = line.ask({ do: 'act', seat: 0, prompt: 7, action: 'b2' });
  const why = { fr: 'Non.', en: 'No.' };
  latest().say({ type: 'refused', id: 1, code: 'illegal', article: 'B4', why, at: ['b2'] });
  await expect(done).rejects.toMatchObject({ refusal: { kind: 'illegal', article: 'B4', why, at: ['b2'] } });
});

it('does not come back to where it may not look', () => {
  latest().onopen?.();
  latest().say({ type: 'refused', id: 0, code: 'no_table', why: { fr: '', en: '' } });
  latest().onclose?.();
  vi.advanceTimersByTime(60_000);
  expect(ears.barred).toHaveBeenCalledOnce();
  expect(Socket.all).toHaveLength(1);
});

it('passes on what a hand does, and loses it without a word where nobody listens', () => {
  const show = { do: 'show', seat: 0, what: '17 0 0 0' } as const;
  line.tell(show);
  latest().admit();
  expect(latest().sent.filter((sent) => sent.do === 'show')).toEqual([]);
  line.tell(show);
  expect(latest().sent.at(-1)).toMatchObject(show);
  latest().say({ type: 'shown', seat: 1, log: 3, what: '4 1 2 3' });
  expect(ears.shown).toHaveBeenCalledWith(expect.objectContaining({ seat: 1, what: '4 1 2 3' }));
});
