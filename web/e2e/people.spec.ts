/// People find each other: seeks with two, three and four people, friends, challenges and their pages.
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Server } from './server';

let server: Server;

test.beforeAll(async () => {
  server = await Server.open();
});
test.afterAll(async () => {
  await server?.close();
});

const PASSWORD = 'correct horse battery';

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

/** Somebody in a browser context of their own: a guest, or with an account. */
async function arrive(browser: Browser, name: string, kind: 'guest' | 'account' = 'guest'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/');
  const call =
    kind === 'guest'
      ? ['PUT', '/api/me', { name }]
      : ['POST', '/api/me/account', { name, password: PASSWORD }];
  const status = await page.evaluate(async ([method, path, body]) => {
    // The first request makes the cookie.
    await fetch('/api/me');
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path as string, { method: method as string, headers, body: JSON.stringify(body) }))
      .status;
  }, call);
  expect(status).toBe(200);
  await page.reload();
  return page;
}

/** Looks for somebody from the shelf. Whoever is the last that is needed sits at the table at once. */
async function seek(page: Page, game: string, seats?: number, last?: 'last'): Promise<void> {
  await page.goto('/');
  const lobby = page.getByRole('region', { name: 'Play somebody' });
  await lobby.getByRole('button', { name: 'Look for somebody' }).click();
  await lobby.getByRole('radio', { name: game, exact: true }).check({ force: true });
  if (seats) {
    const counts = lobby.getByRole('group', { name: 'How many seats?' });
    await counts.getByRole('radio', { name: String(seats) }).check({ force: true });
  }
  await lobby.locator('form').getByRole('button', { name: 'Look for somebody' }).click();
  if (!last) await expect(page.getByText(`Looking for somebody: ${game}`)).toBeVisible();
}

async function sitTogether(pages: Page[]): Promise<void> {
  const [first] = pages;
  for (const page of pages) {
    await page.waitForURL(/\/table\//);
    await expect(page.locator('[data-spot]').first()).toBeAttached();
  }
  for (const page of pages) expect(page.url()).toBe(first?.url());
}

test('two look for the same game and sit at one table; a third saw it come and go', async ({ browser }) => {
  const [ada, bob, eve] = [
    await arrive(browser, 'Ada'),
    await arrive(browser, 'Bob'),
    await arrive(browser, 'Eve'),
  ];
  await seek(ada, 'Basik', 2);
  const row = eve.getByRole('button', { name: 'Play Basik with Ada' });
  await expect(row).toBeVisible();
  await axe(ada);
  await axe(eve);
  await seek(bob, 'Basik', 2, 'last');
  await sitTogether([ada, bob]);
  await expect(row).toHaveCount(0);
  for (const [page, other] of [
    [ada, 'Bob'],
    [bob, 'Ada'],
  ] as const)
    await expect(page.locator('.seat', { hasText: other })).toBeVisible();
});

test('one press takes what another looks for, and a closed page looks for nothing', async ({ browser }) => {
  const [ada, bob] = [await arrive(browser, 'Ada2'), await arrive(browser, 'Bob2')];
  await seek(ada, 'Basik', 2);
  await expect(bob.getByRole('button', { name: 'Play Basik with Ada2' })).toBeVisible();
  await ada.goto('about:blank');
  await expect(bob.getByRole('button', { name: 'Play Basik with Ada2' })).toHaveCount(0);
  await seek(ada, 'Basik', 2);
  // From the box, too.
  await bob.goto('/box/basik#somebody');
  await bob.getByRole('button', { name: 'Play Basik with Ada2' }).click();
  await sitTogether([ada, bob]);
});

for (const seats of [3, 4])
  test(`${seats} people find each other`, async ({ browser }) => {
    test.setTimeout(120_000);
    const pages: Page[] = [];
    for (let seat = 0; seat < seats; seat++) pages.push(await arrive(browser, `Player ${seats}${seat}`));
    const [first, ...others] = pages;
    await seek(first as Page, 'EX*PION', seats);
    for (const [number, page] of others.entries()) {
      if (number % 2) await seek(page, 'EX*PION', seats, number === others.length - 1 ? 'last' : undefined);
      else
        await page
          .getByRole('button', { name: /^Play EX\*PION with/ })
          .first()
          .click();
    }
    await sitTogether(pages);
  });

test('friends by link, a challenge with its terms, and a page that tells of both', async ({ browser }) => {
  test.setTimeout(120_000);
  const [ada, bob] = [await arrive(browser, 'Ada3', 'account'), await arrive(browser, 'Bob3', 'account')];
  await ada.goto('/friends');
  await axe(ada);
  const link = await ada.getByRole('textbox', { name: 'Link to become your friend' }).inputValue();
  await bob.goto(link);
  await expect(bob.getByText('Ada3 would like you to be friends.')).toBeVisible();
  await bob.getByRole('button', { name: 'Agree' }).click();
  await expect(bob.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ada3' })).toBeVisible();

  await bob.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ada3' }).click();
  await bob.getByRole('button', { name: 'Challenge' }).click();
  const form = bob.getByRole('form', { name: 'Challenge Ada3' });
  await form.getByRole('radio', { name: 'Basik' }).check({ force: true });
  await form.getByRole('checkbox', { name: /^Rated/ }).check();
  await axe(bob);
  await form.getByRole('button', { name: 'Challenge' }).click();
  await expect(bob.getByText('invited')).toBeVisible();
  // A place with the terms, wherever Ada is.
  await ada.goto('/box/tactic');
  await expect(ada.getByText(/^Bob3 asks you to play Basik · .*rated/)).toBeVisible();
  await axe(ada);
  await ada.getByRole('button', { name: 'Decline' }).click();
  await expect(bob.getByText('Ada3 declines.')).toBeVisible();

  await bob.goto('/person?name=Ada3#challenge');
  const again = bob.getByRole('form', { name: 'Challenge Ada3' });
  await again.getByRole('radio', { name: 'Basik' }).check({ force: true });
  await again.getByRole('checkbox', { name: /^Rated/ }).check();
  await again.getByRole('button', { name: 'Challenge' }).click();
  await ada.getByRole('button', { name: 'Accept' }).click();
  await sitTogether([ada, bob]);
  // The cards lead to people, and say after the game what it changed.
  await ada.getByRole('button', { name: 'More' }).click();
  await ada.getByRole('button', { name: 'Resign' }).click();
  await ada.getByRole('button', { name: 'Yes' }).click();
  const card = bob.locator('.seat', { hasText: 'Ada3' });
  await expect(card.locator('.rating')).toContainText(/-\d+$/);
  await card.getByRole('link', { name: 'Ada3' }).click();
  await expect(bob.getByText('1 won, 0 lost, 0 drawn')).toBeVisible();
  await expect(bob.getByText('still uncertain')).toBeVisible();
  await axe(bob);
  await bob.goto('/leaders?game=basik&seats=2');
  await expect(bob.getByRole('row', { name: /Bob3/ })).toContainText('still uncertain');
});
