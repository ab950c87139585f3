import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Server } from './server';
import { press } from './table';

let server: Server;

test.beforeAll(async () => {
  server = await Server.open();
});
test.afterAll(async () => {
  await server?.close();
});

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

/** A page of a user with an account, in a browser context of its own. */
async function newUser(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await ask(page, 'POST', '/api/me/account', { name, password: 'correct horse battery' });
  return page;
}

/** Sends a request with the cookie of a page. */
async function ask(page: Page, method: string, path: string, data: object): Promise<Record<string, string>> {
  const answer = await page.request.fetch(path, { method, data });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Opens a game and resigns it at once. */
async function resigned(page: Page, table: object): Promise<string> {
  const { id = '' } = await ask(page, 'POST', '/api/tables', table);
  await ask(page, 'POST', `/api/tables/${id}`, { id: 1, do: 'resign', seat: 0 });
  return id;
}

/** A public rated game that one of two players resigns. */
async function rated(ada: Page, bob: Page, loser: 0 | 1): Promise<string> {
  const wanted = { game: 'basik', seats: ['me', 'open'], open: true, rated: true };
  const { id = '' } = await ask(ada, 'POST', '/api/tables', wanted);
  await ask(bob, 'POST', `/api/tables/${id}`, { id: 1, do: 'join', seat: 1, token: null });
  const resignation = { id: 2, do: 'resign', seat: loser };
  await ask(loser === 0 ? ada : bob, 'POST', `/api/tables/${id}`, resignation);
  return id;
}

test('past games with filters, leaderboards, and people', async ({ browser }) => {
  test.setTimeout(60_000);
  const [ada, bob] = [await newUser(browser, 'Ada'), await newUser(browser, 'Bob')];
  await resigned(ada, { game: 'basik', seats: ['me', { bot: 'level1' }] });
  const three = await resigned(ada, { game: 'expion', seats: ['me', { bot: 'level1' }, { bot: 'level1' }] });
  await ask(ada, 'POST', `/api/tables/${three}`, { id: 2, do: 'rematch' });
  const id = await rated(ada, bob, 1);

  await ada.goto('/');
  await ada.getByRole('button', { name: 'Your name: Ada' }).click();
  await ada.getByRole('link', { name: 'Your games' }).click();
  const rows = ada.locator('main li');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toHaveText(/Basik\s*Ada, Bob.*rated\s*Won/s);
  await axe(ada);
  await ada.getByLabel('Against').selectOption('Bots');
  await expect(rows).toHaveCount(2);
  await ada.getByLabel('Result').selectOption('Won');
  await expect(ada.getByText('No game here yet.')).toBeVisible();
  await ada.getByLabel('Result').selectOption('Any');
  await ada.getByLabel('Seats').selectOption('3');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('EX*PION');
  await ada.getByLabel('Seats').selectOption('Any');
  await ada.getByLabel('Against').selectOption('People');
  await rows.first().getByRole('link').click();
  await expect(ada.locator('.end h2')).toHaveText('You win');
  await expect(ada.locator('.end').getByRole('button', { name: 'Analyse' })).toBeVisible();

  await ada.getByRole('button', { name: 'Your name: Ada' }).click();
  await ada.getByRole('link', { name: 'Leaderboards' }).click();
  // One game says little: who is ranked has played several.
  const ranks = ada.getByRole('table').locator('tbody tr');
  await expect(ranks.filter({ hasText: 'Ada' })).toHaveText(/–\s*Ada\s*\d{4} ± \d+\s*still uncertain\s*1/);
  let played = 1;
  const ranked = async () => (await ada.request.get('/api/leaderboard?game=basik&seats=2')).json();
  for (; played < 40 && (await ranked()).length < 2; played++)
    await rated(ada, bob, played % 2 === 1 ? 0 : 1);
  await ada.reload();
  await expect(ranks).toHaveCount(2);
  await expect(ranks.filter({ hasText: 'Ada' })).toHaveText(
    new RegExp(`\\d\\s*Ada\\s*\\d{4} ± \\d+\\s*${played}`),
  );
  await axe(ada);
  await ada.getByRole('radio', { name: '3', exact: true }).check({ force: true });
  await expect(ada.getByText('Nobody has played enough rated games')).toBeVisible();
  await ada.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await ada.getByRole('link', { name: 'Bob' }).click();
  await expect(ada.getByRole('heading', { name: 'Bob' })).toBeVisible();
  await expect(ada.locator('main li').first()).toHaveText(/Basik\s*2 seats\s*\d{4}/);
  await expect(ada.locator(`a[href="/table/${id}"]`)).toContainText('Ada, Bob');
  await axe(ada);
  await ada.goto('/person?name=Nobody');
  await expect(ada.getByText('Nothing to see of this name')).toBeVisible();
});

test('a running game at the server: what is new is told, and no engine helps', async ({ browser }) => {
  const ada = await newUser(browser, 'Cleo');
  const seats = ['me', { bot: 'level1' }, { bot: 'level1' }];
  const { id } = await ask(ada, 'POST', '/api/tables', { game: 'basik', seats });
  await ada.goto(`/table/${id}`);
  await press(ada, 'b2');
  await expect(ada.locator('[data-step]')).toHaveCount(3);
  await ada.reload();
  await expect(ada.getByRole('region', { name: 'Since your last turn' })).toContainText('2 actions');
  await ada.getByRole('button', { name: 'More' }).click();
  await expect(ada.getByRole('button', { name: 'Try actions' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Analyse' })).toHaveCount(0);
});

test('without a server nothing of it is offered', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Open Basik' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Your name/ })).toHaveCount(0);
  await page.goto('/games');
  await expect(page.getByText('These pages have no server')).toBeVisible();
});
