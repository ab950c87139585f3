import { expect, type Page, test } from '@playwright/test';
import { begin } from './table';

/** What the workers of a page have done. */
interface Cost {
  /** The requests that the page has sent them. */
  requests: number;
  /** The steps that they have applied to answer questions about a game. */
  applied: number;
}

/** Counts the requests of a page to its workers, and lets the test ask them what they have applied. */
async function watchWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { workers: [] as Worker[], requests: 0 };
    Object.assign(globalThis, { seen });
    globalThis.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        seen.workers.push(this);
      }
      override postMessage(message: { id?: number }): void {
        if (message.id !== undefined && message.id > 0) seen.requests++;
        super.postMessage(message);
      }
    };
  });
}

function costOf(page: Page): Promise<Cost> {
  return page.evaluate(async () => {
    const { workers, requests } = (globalThis as unknown as { seen: { workers: Worker[]; requests: number } })
      .seen;
    const applied = workers.map(
      (worker) =>
        new Promise<number>((resolve) => {
          const listen = ({ data }: MessageEvent) => {
            if (data.id !== -1) return;
            worker.removeEventListener('message', listen);
            resolve(data.answer.ok);
          };
          worker.addEventListener('message', listen);
          worker.postMessage({ id: -1, request: { ask: 'applied' } });
        }),
    );
    return { requests, applied: (await Promise.all(applied)).reduce((sum, one) => sum + one, 0) };
  });
}

/** Types the first legal action, which the field names as its example. */
async function typeFirst(page: Page, count: number): Promise<void> {
  const field = page.getByLabel('Type an action');
  const example = /such as (\S+)$/.exec((await field.getAttribute('placeholder')) ?? '')?.[1] ?? '';
  await field.fill(example);
  await field.press('Enter');
  await expect(page.locator('[data-step]')).toHaveCount(count);
  await expect(field).toHaveValue('');
}

test('a step costs the same at the beginning of a game and late in it', async ({ page }) => {
  test.setTimeout(120_000);
  await watchWorkers(page);
  await begin(page, 'expion', 2);
  const costs: Cost[] = [];
  for (let count = 1; count <= 100; count++) {
    const before = await costOf(page);
    await typeFirst(page, count);
    const { requests, applied } = await costOf(page);
    costs.push({ requests: requests - before.requests, applied: applied - before.applied });
  }
  // The action, the state after it, and the record to store; nothing is replayed.
  expect(costs).toEqual(costs.map(() => ({ requests: 3, applied: 0 })));

  // The first look back replays the game once; after that only the steps since the last checkpoint.
  const applied: number[] = [];
  for (let looks = 0; looks < 4; looks++) {
    const before = await costOf(page);
    await page.getByRole('button', { name: 'Previous action' }).click();
    await expect(page.locator(`[data-step="${99 - looks}"] [aria-current]`)).toBeVisible();
    await expect.poll(async () => (await costOf(page)).requests).toBe(before.requests + 2);
    applied.push((await costOf(page)).applied - before.applied);
  }
  expect(applied[0]).toBeLessThanOrEqual(100 + 2 * 16);
  for (const cost of applied.slice(1)) expect(cost).toBeLessThanOrEqual(2 * 16);
});
