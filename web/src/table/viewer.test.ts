import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame, Step, WorkerRequest } from '../generated/protocol';
import type { ToWorker } from '../rules/worker';
import type { Table, TableState } from './table';

// What the settings and the viewer read of the browser.
vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('navigator', { language: 'en', languages: ['en'] });
vi.stubGlobal('document', { hidden: false });
const { RulesWorker, rules } = await import('../rules/rules');
const { TableViewer } = await import('./viewer.svelte');
const { fullFrame } = await import('./defaults');

/** A game in which the view is the number of steps. */
const frameAt = (at: number, own: number[]): Frame => ({
  own,
  turn: { seats: [at % 2] },
  view: at,
  prompts: [],
});

/** A worker of that game, which counts its requests and the steps that it applies. */
class CountingWorker {
  onmessage?: (event: { data: unknown }) => void;
  requests = 0;
  applied = 0;
  private known: Step[] = [];
  postMessage({ id, request }: Extract<ToWorker, { id: number }>): void {
    this.requests++;
    const answer = this.answer(request);
    queueMicrotask(() => this.onmessage?.({ data: { id, answer: { ok: answer } } }));
  }
  terminate(): void {}
  private answer(request: WorkerRequest): unknown {
    if (request.ask !== 'past' && request.ask !== 'attempt') throw new Error(`no ${request.ask} here`);
    const { keep, added } = request.history;
    this.known = [...this.known.slice(0, keep), ...added];
    this.applied += added.length;
    const at = request.at ?? this.known.length;
    if (request.ask === 'past') return frameAt(at, request.own);
    return { action: request.action, frame: frameAt(at + 1, [request.seat]) };
  }
}

const stepAt = (index: number): Step => ({ seat: index % 2, action: `a${index}`, at: index });
const stepsOf = (count: number) => Array.from({ length: count }, (_, index) => stepAt(index));

/** A table whose state the test sets. */
class FakeTable implements Table {
  state: TableState;
  constructor(steps: number) {
    const seat = { kind: 'person', name: '', present: true } as const;
    this.state = {
      seq: 0,
      table: {
        id: 't',
        game: 'g',
        setup: { seats: 2, options: {} },
        position: null,
        clock: 'none',
        seats: [seat, seat],
        started: 0,
        outdated: false,
      },
      frame: fullFrame(frameAt(steps, [0]), 2),
      steps: stepsOf(steps),
      received: 0,
      thinking: [],
      connection: 'online',
    };
  }
  /** A frame arrives: a step more, or something else. */
  receive(steps = this.state.steps.length): void {
    const frame = fullFrame(frameAt(steps, [0]), 2);
    this.state = { ...this.state, seq: this.state.seq + 1, frame, steps: stepsOf(steps) };
  }
  act = vi.fn();
  declare = vi.fn();
  attempt = vi.fn();
  address = vi.fn();
  record = vi.fn();
  leave = vi.fn();
}

let worker: CountingWorker;
beforeEach(() => {
  worker = new CountingWorker();
  const client = new RulesWorker('g', async () => worker as unknown as Worker);
  vi.spyOn(rules, 'of').mockReturnValue(client);
});
afterEach(() => vi.restoreAllMocks());

/** A viewer at a table of that many steps, which has shown it once. */
async function viewerAt(steps: number) {
  const table = new FakeTable(steps);
  const viewer = new TableViewer(table, {});
  await viewer.refresh();
  expect(viewer.shown).toMatchObject({ frame: { view: steps }, before: steps - 1 });
  const [requests, applied] = [worker.requests, worker.applied];
  return {
    table,
    viewer,
    /** The requests and the applied steps since then. */
    cost: () => [worker.requests - requests, worker.applied - applied],
  };
}

describe.each([10, 400])('after %i steps', (count) => {
  it('a step that arrives costs no request', async () => {
    const { table, viewer, cost } = await viewerAt(count);
    for (let steps = count + 1; steps <= count + 5; steps++) {
      table.receive(steps);
      await viewer.refresh();
      const last = stepAt(steps - 1);
      expect(viewer.shown).toMatchObject({ frame: { view: steps }, before: steps - 1, last, motion: true });
    }
    expect(cost()).toEqual([0, 0]);
  });

  it('a chat message, a presence or a clock costs none either', async () => {
    const { table, viewer, cost } = await viewerAt(count);
    for (let frames = 0; frames < 5; frames++) {
      table.receive();
      await viewer.refresh();
    }
    expect(viewer.shown).toMatchObject({ frame: { view: count }, before: count - 1 });
    expect(cost()).toEqual([0, 0]);
  });

  it('two steps at once cost one request, which sends only them', async () => {
    const { table, viewer, cost } = await viewerAt(count);
    table.receive(count + 2);
    await viewer.refresh();
    expect(viewer.shown).toMatchObject({ frame: { view: count + 2 }, before: count + 1 });
    expect(cost()).toEqual([1, 2]);
  });

  it('looking back costs two requests a step, looking on costs one, and no step is applied again', async () => {
    const { viewer, cost } = await viewerAt(count);
    viewer.goTo(count - 3);
    await viewer.refresh();
    expect(viewer.shown).toMatchObject({ frame: { view: count - 3 }, before: count - 4 });
    expect(cost()).toEqual([2, 0]);
    viewer.goTo(count - 2);
    await viewer.refresh();
    expect(viewer.shown).toMatchObject({ frame: { view: count - 2 }, before: count - 3 });
    expect(cost()).toEqual([3, 0]);
  });

  it('a taken back step costs one request', async () => {
    const { table, viewer, cost } = await viewerAt(count);
    table.receive(count - 1);
    await viewer.refresh();
    expect(viewer.shown).toMatchObject({ frame: { view: count - 1 }, before: count - 2, motion: false });
    expect(cost()).toEqual([1, 0]);
  });

  it('an action that is tried sends only itself', async () => {
    const { viewer, cost } = await viewerAt(count);
    viewer.tryAll([...stepsOf(count), { seat: count % 2, action: 'b', at: 0 }]);
    await viewer.refresh();
    expect(viewer.shown).toMatchObject({ frame: { view: count + 1, own: [0, 1] }, before: count });
    expect(cost()).toEqual([2, 1]);
  });
});

it('a table of older rules is shown as it is, without the rules', async () => {
  const table = new FakeTable(7);
  table.state = { ...table.state, table: { ...table.state.table, outdated: true } };
  const viewer = new TableViewer(table, {});
  await viewer.refresh();
  viewer.goTo(3);
  viewer.startAutoplay();
  await viewer.refresh();
  expect(viewer.shown).toMatchObject({ frame: { view: 7 }, before: null });
  expect(viewer.live).toBe(true);
  expect(worker.requests).toBe(0);
});

describe('the replay of what was missed', () => {
  afterEach(() => vi.useRealTimers());

  it('takes ten seconds at most, however slow its actions are', async () => {
    const table = new FakeTable(12);
    const viewer = new TableViewer(table, { pace: () => 3200 });
    await viewer.refresh();
    vi.useFakeTimers();
    viewer.missedFrom = 1;
    viewer.replayMissed();
    expect([viewer.autoplay, viewer.at]).toEqual(['missed', 1]);
    vi.advanceTimersByTime(5_000);
    expect(viewer.autoplay).toBe('missed');
    expect(viewer.at).toBeGreaterThan(4);
    vi.advanceTimersByTime(5_100);
    expect([viewer.autoplay, viewer.at]).toEqual([null, 12]);
  });
});
