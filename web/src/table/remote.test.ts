import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame, Step, TableFrame, TableInfo, WorkerRequest } from '../generated/protocol';
import type { ToWorker } from '../rules/worker';

// What the settings and the connection read of the browser.
vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('navigator', { language: 'en', languages: ['en'] });
vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
vi.stubGlobal('location', { href: 'http://house/table/t1' });
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);
const { RulesWorker, rules } = await import('../rules/rules');
const { RemoteTable } = await import('./remote.svelte');

/** A socket whose server is the test. */
class Socket {
  static last: Socket;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Does the last request. */
  done(more: object = {}): void {
    this.deliver({ type: 'done', id: this.sent.at(-1)?.id, ...more });
  }
}
vi.stubGlobal('WebSocket', Socket);

const stepAt = (index: number): Step => ({ seat: index % 2, action: `a${index}`, at: index });
const stepsOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => stepAt(from + index));
const gameAt = (steps: number, own = [0]): Frame => ({
  own,
  turn: { seats: [steps % 2] },
  view: steps,
  prompts: [{ seat: 0, prompt: steps, actions: [] }],
});
const info: TableInfo = {
  id: 't1',
  game: 'g',
  status: 'playing',
  created: 5,
  seats: [
    { kind: 'person', name: 'Ada', own: true },
    { kind: 'bot', bot: 'level2' },
  ],
};

/** The frame after so many steps, `added` of which are new. */
function frameAt(steps: number, added: number, more: Partial<TableFrame> = {}): object {
  const change = { from: steps - added, added: stepsOf(steps - added, steps) };
  return { type: 'frame', seen: String(steps), table: info, game: gameAt(steps), steps: change, ...more };
}

/** A worker that answers `attempt`, and counts requests and steps. */
class CountingWorker {
  onmessage?: (event: { data: unknown }) => void;
  requests: WorkerRequest[] = [];
  applied = 0;
  postMessage({ id, request }: Extract<ToWorker, { id: number }>): void {
    this.requests.push(request);
    if (request.ask !== 'attempt') throw new Error(`no ${request.ask} here`);
    const { keep, added } = request.history;
    this.applied += added.length;
    const frame = { ...gameAt(keep + added.length + 1), own: [request.seat] };
    const answer = { ok: { action: request.action, frame } };
    queueMicrotask(() => this.onmessage?.({ data: { id, answer } }));
  }
  terminate(): void {}
}

let worker: CountingWorker;
const left = new AbortController();

/** A table that was entered after so many steps. */
async function enter(steps: number, more: Partial<TableFrame> = {}) {
  const entered = RemoteTable.enter('t1', null, left.signal, () => undefined);
  const socket = Socket.last;
  socket.onopen?.();
  socket.deliver({ type: 'done', id: 0 });
  socket.deliver(frameAt(steps, steps, { fresh: true, ...more }));
  return { table: await entered, socket };
}

beforeEach(() => {
  worker = new CountingWorker();
  const client = new RulesWorker('g', async () => worker as unknown as Worker);
  vi.spyOn(rules, 'of').mockReturnValue(client);
});
afterEach(() => vi.restoreAllMocks());

describe.each([10, 400])('after %i steps', (count) => {
  it('an action is shown at once for one request, and frames cost none', async () => {
    const { table, socket } = await enter(count);
    for (let steps = count; steps < count + 6; steps += 2) {
      const { action } = stepAt(steps);
      const acted = table.act(0, action ?? '');
      await vi.waitFor(() => expect(table.state.frame.view).toBe(steps + 1));
      expect(table.state.steps).toHaveLength(steps + 1);
      expect(table.state.frame).toMatchObject({ own: [0], prompts: [] });
      socket.done({ entry: steps });
      await new Promise((resolve) => setTimeout(resolve));
      // The own action, what the bot answers, and a chat message.
      socket.deliver(frameAt(steps + 1, 1));
      await acted;
      socket.deliver(frameAt(steps + 2, 1));
      const message = { at: 1, seat: 0, name: 'Ada', channel: 'table', text: 'Well' } as const;
      socket.deliver(frameAt(steps + 2, 0, { chat: [message] }));
      expect(table.state.steps).toEqual(stepsOf(0, steps + 2));
    }
    expect(worker.requests.map(({ ask }) => ask)).toEqual(['attempt', 'attempt', 'attempt']);
    // The first request brings the worker up to date; each other one sends the two steps since then.
    expect(worker.applied).toBe(count + 4);
    expect(table.details.chat).toHaveLength(3);
  });
});

it('fills in what a frame leaves out', async () => {
  const { table } = await enter(1);
  expect(table.state.frame).toMatchObject({ teams: [0, 1], gone: [], may_confer: [], offer: null });
  expect(table.details).toMatchObject({ watchers: 0, chat: [], info: { rated: false, clock: 'none' } });
  expect(table.state.table).toMatchObject({ position: null, outdated: false, setup: { options: {} } });
});

it('declares in the commands of the protocol', async () => {
  const { table, socket } = await enter(1);
  const declarations = ['resign', 'draw', 'take_back', 'agree', 'decline'] as const;
  for (const declaration of declarations) void table.declare(0, declaration).catch(() => undefined);
  expect(socket.sent.slice(1)).toMatchObject([
    { do: 'resign', seat: 0 },
    { do: 'offer', seat: 0, offer: 'draw' },
    { do: 'offer', seat: 0, offer: 'take_back' },
    { do: 'answer', seat: 0, accept: true },
    { do: 'answer', seat: 0, accept: false },
  ]);
});

it('asks for the link to watch a table that is not public', async () => {
  const { table, socket } = await enter(3);
  const address = table.address(2);
  expect(socket.sent.at(-1)).toMatchObject({ do: 'watch_link' });
  socket.done({ token: 'w' });
  expect(await address).toBe('/table/t1?at=2#watch:w');
});

describe('a table of older rules', () => {
  const table: TableInfo = { ...info, status: 'aborted', outdated_rules: 1 };

  it('goes on at another table', async () => {
    const { table: closed, socket } = await enter(3, { table });
    expect(closed.state.table.outdated).toBe(true);
    expect(closed.details.hasPosition).toBe(true);
    const next = closed.continueGame();
    expect(socket.sent.at(-1)).toMatchObject({ do: 'continue' });
    socket.done({ table: 't2' });
    expect(await next).toBe('t2');
  });

  it('has its result from the table, not from the position', async () => {
    const over: TableInfo = { ...table, status: 'over', places: [2, 1], ended_by: 'B9' };
    const { table: closed } = await enter(3, { table: over });
    expect(closed.state.frame.turn).toEqual({ over: { places: [2, 1], by: 'B9' } });
  });

  it('may have no position', async () => {
    const entered = RemoteTable.enter('t1', null, left.signal, () => undefined);
    Socket.last.onopen?.();
    Socket.last.deliver({ type: 'done', id: 0 });
    const steps = { from: 0, added: stepsOf(0, 3) };
    Socket.last.deliver({ type: 'frame', seen: '', table, steps, fresh: true });
    const closed = await entered;
    expect(closed.details.hasPosition).toBe(false);
    expect(closed.state.frame).toMatchObject({ own: [0], view: null, prompts: [] });
    expect(closed.state.steps).toHaveLength(3);
  });
});
