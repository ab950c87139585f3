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

async function newUser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  return context.newPage();
}

const plans = (page: Page) => page.getByRole('region', { name: 'Conditional actions' });

/** Tries a placement, and waits until it is on the board. */
async function tried(page: Page, cell: string): Promise<void> {
  await press(page, cell);
  await expect(page.locator(`[data-spot="${cell}"]`)).toHaveAttribute('aria-label', /pawn/);
}

test('a game by days answers what was foreseen, after a restart too, and only the planner knows', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  await ada.goto('/box/basik#invite');
  await ada.getByRole('radio', { name: '3 days an action' }).check({ force: true });
  await ada.getByRole('button', { name: 'Lay the table' }).click();
  const link = ada.getByRole('textbox', { name: 'Link to seat 2' });
  await expect(link).toHaveValue(/#./);
  await bob.goto(await link.inputValue());
  await bob.getByLabel('What shall the others call you?').fill('Bob');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  await expect(bob.locator('[data-spot]').first()).toBeAttached();
  // Whoever is to act has nothing to plan, and no engine helps anybody.
  await expect(plans(bob)).toBeVisible();
  await expect(plans(ada)).toHaveCount(0);
  await plans(bob).getByRole('button', { name: 'Try actions' }).click();
  await tried(bob, 'c3');
  // Their action alone is no plan.
  await expect(plans(bob).getByRole('button', { name: /^Plan: / })).toHaveCount(0);
  await tried(bob, 'b2');
  await plans(bob).getByRole('button', { name: 'Plan: c3 → b2' }).click();
  await expect(plans(bob).getByRole('listitem')).toHaveText('c3 → b2');
  await expect(bob.getByRole('button', { name: 'Analyse' })).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page: bob }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await expect(ada.locator('main')).not.toContainText('c3');
  await server.stop();
  await server.start();
  await expect(plans(bob).getByRole('listitem')).toHaveText('c3 → b2');
  await press(ada, 'c3');
  await ada.getByRole('button', { name: 'Confirm c3' }).click();
  for (const page of [ada, bob]) await expect(page.locator('[data-step]')).toHaveCount(2);
  // A wrong guess cancels it.
  await press(ada, 'a1');
  await ada.getByRole('button', { name: 'Confirm a1' }).click();
  await expect(bob.locator('[data-step]')).toHaveCount(3);
  await press(bob, 'd4');
  await bob.getByRole('button', { name: 'Confirm d4' }).click();
  await plans(bob).getByRole('button', { name: 'Try actions' }).click();
  await tried(bob, 'a4');
  await tried(bob, 'd1');
  await plans(bob).getByRole('button', { name: 'Plan: a4 → d1' }).click();
  await expect(plans(bob).getByRole('listitem')).toHaveText('a4 → d1');
  await press(ada, 'd3');
  await ada.getByRole('button', { name: 'Confirm d3' }).click();
  await expect(bob.locator('[data-step]')).toHaveCount(5);
  await expect(plans(bob)).toHaveCount(0);
  await bob.waitForTimeout(300);
  await expect(ada.locator('[data-step]')).toHaveCount(5);
});
