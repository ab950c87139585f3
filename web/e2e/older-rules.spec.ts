import { expect, type Page, test } from '@playwright/test';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, type TableFrame } from '../src/generated/protocol';

test.use({ serviceWorkers: 'block' });

const view = {
  side: 4,
  piles: ['b21', ''],
  reserve: [19, 20],
  score: [1, 0],
  quiet: 0,
};
const closed: TableFrame = {
  seen: '',
  table: {
    id: 'old',
    game: 'basik',
    status: 'aborted',
    created: 0,
    seats: [
      { kind: 'person', name: 'Ada', own: true },
      { kind: 'person', name: 'Bob' },
    ],
    outdated_rules: 1,
  },
  game: { own: [0], turn: { seats: [1] }, view, prompts: [] },
  steps: { from: 0, added: [{ seat: 0, action: 'b2', at: 5 }] },
  fresh: true,
};

/** Opens a table of older rules; a server that answers `continue` is imitated. Returns the requests that it gets. */
async function open(page: Page, frame: TableFrame): Promise<string[]> {
  const requests: string[] = [];
  await page.route('**/api/me', (route) =>
    route.fulfill({
      json: { name: 'Ada', account: false },
      headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
    }),
  );
  await page.routeWebSocket(/\/api\/tables\/.*\/socket$/, (socket) => {
    socket.onMessage((text) => {
      const request = JSON.parse(String(text));
      requests.push(request.do);
      const table = request.do === 'continue' ? { table: 'new' } : {};
      socket.send(JSON.stringify({ type: 'done', id: request.id, ...table }));
      if (request.do === 'enter') socket.send(JSON.stringify({ type: 'frame', ...frame }));
    });
  });
  await page.goto('/table/old');
  await expect(page.getByText('played under an older version of the rules')).toBeVisible();
  return requests;
}

test('a table of older rules is shown as it was, and goes on at another one', async ({ page }) => {
  const requests = await open(page, closed);
  await expect(page.locator('[data-spot="b2"]')).toBeAttached();
  await expect(page.locator('[data-step]')).toHaveCount(1);
  await expect(page.locator('[data-spot][aria-disabled="false"]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Previous action' })).toBeDisabled();
  await page.getByRole('button', { name: 'Go on from this position' }).click();
  await expect(page).toHaveURL(/\/table\/new$/);
  expect(requests).toContain('continue');
});

test('a table whose position can not be read shows its steps as text', async ({ page }) => {
  const { game: _, ...unreadable } = closed;
  await open(page, unreadable);
  await expect(page.getByRole('list', { name: 'Actions' })).toContainText('Ada: b2');
  await expect(page.getByRole('button', { name: 'Go on from this position' })).toHaveCount(0);
});
