import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Server } from './server';

let server: Server;

test.beforeAll(async () => {
  server = await Server.open();
});
test.afterAll(async () => {
  await server?.close();
});

/** Somebody with a browser of their own, on a desk or a phone. */
async function arrive(browser: Browser, size = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: size,
    serviceWorkers: 'block',
  });
  return context.newPage();
}

/** Takes part, under a name. */
async function enter(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('What shall the others call you?').fill(name);
  await page.getByRole('button', { name: 'Take part' }).click();
  await expect(page.getByRole('button', { name: 'Leave the tournament' })).toBeVisible();
}

test('four people play a tournament: each finds the table of the round, and the standings follow', async ({
  browser,
}) => {
  const host = await arrive(browser);
  await host.goto('/events');
  await host.getByText('Make a tournament').click();
  await host.getByLabel('Name', { exact: true }).fill('Sunday evening');
  await host.getByText('Everybody against everybody').click();
  await host.getByRole('button', { name: 'Make it' }).click();
  await expect(host.getByRole('heading', { name: 'Sunday evening' })).toBeVisible();
  const path = new URL(host.url()).pathname;

  const sizes = [undefined, { width: 390, height: 844 }, undefined, { width: 844, height: 390 }];
  const pages = [host, ...(await Promise.all(sizes.slice(1).map((size) => arrive(browser, size))))];
  const names = ['Ada', 'Bob', 'Cy', 'Dee'];
  for (const [index, page] of pages.entries()) await enter(page, path, names[index] ?? '');
  await expect(host.getByRole('row')).toHaveCount(5);
  await host.getByRole('button', { name: 'Begin now' }).click();

  for (const page of pages) {
    await page.getByRole('link', { name: 'To your table' }).click();
    await page.getByRole('button', { name: 'Sit down' }).click();
  }
  for (const page of pages) await expect(page.locator('[data-spot]').first()).toBeVisible();

  const watching = await arrive(browser);
  await watching.goto(path);
  await expect(watching.getByText('round 1 of 3')).toBeVisible();
  await expect(watching.getByRole('link', { name: 'Watch' })).toHaveCount(2);
  const found = await new AxeBuilder({ page: watching }).analyze();
  expect(found.violations).toEqual([]);
});

test('the house on a big screen shows free seats with their codes, and who plays', async ({ browser }) => {
  const host = await arrive(browser);
  const wanted = { game: 'basik', seats: ['me', 'open'], open: true, clock: 'none' };
  const { id } = await (await host.request.post('/api/tables', { data: wanted })).json();
  const wall = await arrive(browser, { width: 1920, height: 1080 });
  await wall.goto('/house');
  await expect(wall.getByRole('heading', { name: 'Free seats' })).toBeVisible();
  await expect(wall.getByRole('img', { name: /Basik/ })).toHaveCount(2);
  const found = await new AxeBuilder({ page: wall }).analyze();
  expect(found.violations).toEqual([]);

  const phone = await arrive(browser, { width: 390, height: 844 });
  await phone.goto(`/table/${id}`);
  await phone.getByLabel('What shall the others call you?').fill('Lou');
  await phone.getByRole('button', { name: 'Sit down' }).click();
  await expect(wall.getByRole('heading', { name: 'Free seats' })).toBeHidden({ timeout: 15_000 });
  await expect(wall.getByText('Lou', { exact: false }).first()).toBeVisible();

  const embedded = await arrive(browser, { width: 500, height: 560 });
  await embedded.goto(`/embed/${id}`);
  await expect(embedded.locator('[data-spot]').first()).toBeVisible();
  await expect(embedded.getByRole('link', { name: /Open in/ })).toBeVisible();
  await expect(embedded.getByRole('banner')).toHaveCount(0);
});
