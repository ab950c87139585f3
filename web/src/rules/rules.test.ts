import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameHistory, Step, WorkerAnswer } from '../generated/protocol';
import { Cancelled, type History, Refused, RulesWorker } from './rules';
import type { FromWorker, ToWorker } from './worker';

type Posted = Extract<ToWorker, { id: number }>;

/** A worker that keeps the last history as the real one does, and answers when the test says so. */
class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage?: (event: { data: FromWorker }) => void;
  posted: Posted[] = [];
  terminated = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: Posted): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  answer(answer: WorkerAnswer, message = this.posted.at(-1)): void {
    this.onmessage?.({ data: { id: message?.id ?? 0, answer } });
  }
  /** The histories of all requests. */
  get histories(): GameHistory[] {
    return this.posted.map(({ request }) => (request as unknown as { history: GameHistory }).history);
  }
}

const stepsOf = (count: number, letter = 'a'): Step[] =>
  Array.from({ length: count }, (_, index) => ({ seat: index % 2, action: `${letter}${index}`, at: index }));
const historyOf = (steps: Step[], game = 'g'): History => ({
  game,
  setup: { seats: 2, options: {} },
  position: null,
  steps,
});
const illegal = { code: 'illegal', why: { fr: 'Non.', en: 'No.' } };

let worker: RulesWorker;
const fake = () => FakeWorker.all.at(-1) as FakeWorker;
const past = (history: History, at: number | null = null) =>
  worker.ask('past', { history, at, own: [] }).catch((error) => error);

/** Sends a request and waits until it is posted. */
async function post(history: History, at: number | null = null) {
  const answer = past(history, at);
  await vi.waitFor(() => expect(fake().posted.length).toBeGreaterThan(0));
  await Promise.resolve();
  await Promise.resolve();
  return { answer };
}

beforeEach(() => {
  FakeWorker.all = [];
  worker = new RulesWorker('g', async () => new FakeWorker() as unknown as Worker);
});
afterEach(() => worker.cancel());

it.each([10, 400])('sends one step for one step, after %i of them', async (count) => {
  await post(historyOf(stepsOf(count)));
  expect(fake().histories).toMatchObject([{ keep: 0, added: stepsOf(count) }]);
  const longer = stepsOf(count + 1);
  await post(historyOf(longer));
  expect(fake().histories[1]).toMatchObject({ keep: count, added: [longer[count]] });
});

it('sends nothing twice when another position of the same game is asked for', async () => {
  const history = historyOf(stepsOf(400));
  await post(history, 400);
  await post(history, 399);
  await post(historyOf(stepsOf(400)), 7);
  expect(fake().posted.map(({ request }) => 'at' in request && request.at)).toEqual([400, 399, 7]);
  expect(fake().histories.slice(1)).toMatchObject([
    { keep: 400, added: [] },
    { keep: 400, added: [] },
  ]);
});

it('sends only the end of a variation that branches off', async () => {
  await post(historyOf(stepsOf(400)));
  const tried = stepsOf(2, 'b');
  await post(historyOf([...stepsOf(398), ...tried]));
  expect(fake().histories[1]).toMatchObject({ keep: 398, added: tried });
  await post(historyOf(stepsOf(400)));
  expect(fake().histories[2]).toMatchObject({ keep: 398, added: stepsOf(400).slice(398) });
});

it('sends everything for another setup or another position', async () => {
  const history = historyOf(stepsOf(5));
  await post(history);
  await post({ ...history, setup: { seats: 2, options: { board: 'large' } } });
  await post({ ...history, setup: { seats: 2, options: { board: 'large' } }, position: 'p' });
  expect(fake().histories.map(({ keep }) => keep)).toEqual([0, 0, 0]);
});

it('sends everything to the worker that follows a cancelled one', async () => {
  const { answer } = await post(historyOf(stepsOf(5)));
  worker.cancel();
  expect(await answer).toBeInstanceOf(Cancelled);
  await post(historyOf(stepsOf(6)));
  expect(FakeWorker.all).toHaveLength(2);
  expect(FakeWorker.all[0]?.terminated).toBe(true);
  expect(fake().histories).toMatchObject([{ keep: 0, added: stepsOf(6) }]);
});

it('asks once more with all steps if the worker has lost those to keep', async () => {
  await post(historyOf(stepsOf(5)));
  fake().answer({ ok: 'first' });
  const { answer } = await post(historyOf(stepsOf(6)));
  fake().answer({ failed: 'these steps are not known here' });
  expect(fake().histories[2]).toMatchObject({ keep: 0, added: stepsOf(6) });
  fake().answer({ ok: 'second' });
  expect(await answer).toBe('second');
});

it('rejects what fails with all steps, and sends everything again the next time', async () => {
  const { answer } = await post(historyOf(stepsOf(5)));
  fake().answer({ failed: 'no' });
  expect(await answer).toBeInstanceOf(Error);
  expect(fake().posted).toHaveLength(1);
  await post(historyOf(stepsOf(5)));
  expect(fake().histories[1]?.keep).toBe(0);
});

it('passes on a refusal; the worker still knows the game in which an action is illegal', async () => {
  await post(historyOf(stepsOf(5)));
  fake().answer({ ok: null });
  const { answer } = await post(historyOf(stepsOf(6)));
  fake().answer({ refused: illegal });
  expect(await answer).toBeInstanceOf(Refused);
  expect(await answer).toMatchObject({ refusal: illegal });
  await post(historyOf(stepsOf(6)));
  expect(fake().histories[2]).toMatchObject({ keep: 6, added: [] });
});

it('a worker that can not start is started again by the next request', async () => {
  const start = vi.fn().mockRejectedValueOnce(new Error('offline'));
  start.mockImplementation(async () => new FakeWorker() as unknown as Worker);
  worker = new RulesWorker('g', start);
  expect(await past(historyOf([]))).toMatchObject({ message: 'offline' });
  await post(historyOf([]));
  expect(start).toHaveBeenCalledTimes(2);
});
