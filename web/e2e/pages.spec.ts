import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { begin, play, press } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`by ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    test('the shelf leads to a table in two clicks', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('link', { name: /^Open / })).toHaveCount(4);
      await axe(page);
      await page.getByRole('link', { name: 'Open Basik' }).click();
      await expect(page.getByRole('heading', { name: 'Basik' })).toBeVisible();
      await axe(page);
      await page.getByRole('button', { name: 'Begin: Play a bot' }).click();
      await expect(page.locator('[data-spot]')).toHaveCount(16);
      await axe(page);
    });

    test('a table with a refusal, and its end', async ({ page }) => {
      await begin(page, 'basik', 2);
      await play(page, 'b2');
      await press(page, 'b2');
      await expect(page.getByRole('alert')).toBeVisible();
      await axe(page);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect(page.locator('.end')).toBeVisible();
      await axe(page);
    });
  });
}

test('each box has one way in, and its page opens one way of playing', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Tactic: Play', exact: true }).click();
  await expect(page.locator('details[name="way"][open]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Begin: Play a bot' })).toBeVisible();
  await page.getByRole('heading', { name: 'Play on this screen' }).click();
  await expect(page.getByRole('button', { name: 'Begin: Play on this screen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Begin: Play a bot' })).toBeHidden();
  // A link from elsewhere opens the way that it names.
  await page.goto('/box/tactic#here');
  await expect(page.getByRole('button', { name: 'Begin: Play on this screen' })).toBeInViewport();
});

test('people around one screen have names, and bots sit among them', async ({ page }) => {
  await page.goto('/box/basik#here');
  const counts = page.getByRole('group', { name: 'How many seats?' });
  await counts.getByRole('radio', { name: '3' }).check({ force: true });
  await page.getByText('Names, and bots among you').click();
  const begins = page.getByRole('button', { name: 'Begin: Play on this screen' });
  for (const seat of ['Red', 'Blue', 'Yellow']) await page.getByLabel(`Who is ${seat}`).selectOption('Bot 1');
  await expect(begins).toBeDisabled();
  for (const seat of ['Red', 'Blue']) await page.getByLabel(`Who is ${seat}`).selectOption('Somebody here');
  await page.getByLabel('Name of Red').fill('Grandma');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await axe(page);
  await begins.click();
  const seats = page.locator('.seat');
  await expect(seats).toHaveCount(3);
  for (const name of ['Grandma', 'Blue', 'Bot 1'])
    await expect(seats.filter({ hasText: name })).toHaveCount(1);
  await play(page, 'b2');
  await press(page, 'd4');
  await expect(page.locator('[data-step]')).toHaveCount(3);
  await expect(seats.filter({ hasText: 'Grandma' })).toContainText('to play');
});

test('who begins is said where seats are chosen, and lots can be drawn', async ({ page }) => {
  await page.goto('/box/basik#here');
  const here = page.locator('#here');
  await expect(here).toContainText('Red begins. That is the seat of the oldest.');
  const lots = here.getByRole('button', { name: 'Draw lots' });
  await lots.click();
  await expect(here.getByRole('status')).toHaveText(/Write the names first/);
  await here.getByLabel('Name of Red').fill('Ada');
  await here.getByLabel('Name of Blue').fill('Bob');
  await lots.click();
  const first = await here.getByLabel('Name of Red').inputValue();
  expect(['Ada', 'Bob']).toContain(first);
  await expect(here.getByRole('status')).toHaveText(`${first} plays Red and begins.`);
  // Whoever prefers the other colour changes with the other one.
  await here.getByRole('button', { name: 'Swap Blue and Red' }).click();
  await expect(here.getByLabel('Name of Blue')).toHaveValue(first);
  await axe(page);
  // Seats are chosen by their colours; what the sheet does not say is not told as its word.
  await page.goto('/box/tactic#bot');
  await expect(page.locator('#bot')).toContainText('Yellow begins. Lots are drawn for that seat.');
  await page.getByRole('radio', { name: 'Red', exact: true }).check({ force: true });
  await expect(page.getByText(/30\smin, our estimate/)).toBeVisible();
  await page.goto('/box/bausack#real');
  await expect(page.getByText(/from 5 years · 20\W+30\smin/)).toBeVisible();
  await expect(page.locator('#real')).toContainText('Red begins. That is the seat of the youngest.');
  await expect(page.locator('#real').getByRole('button', { name: 'Draw lots' })).toBeVisible();
});

test('a page that is not there', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'This page is not on the shelf.' })).toBeVisible();
  await page.goto('/table/nothing');
  await expect(page.getByRole('heading', { name: 'This table is not kept in this browser.' })).toBeVisible();
  await axe(page);
});

test('both languages, kept', async ({ page }) => {
  await page.goto('/box/basik');
  await page.getByRole('button', { name: 'Lire en français' }).click();
  await expect(page.getByRole('heading', { name: 'Jouer sur cet écran' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { name: 'Jouer sur cet écran' })).toBeVisible();
});

test('nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/', '/box/basik', '/rules/basik']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, address).toBeLessThanOrEqual(360);
  }
  await begin(page, 'basik', 4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('the pages open without a network after the first visit', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  await context.setOffline(true);
  await page.goto('/box/basik');
  await page.getByRole('button', { name: 'Begin: Play a bot' }).click();
  await press(page, 'b2');
  await expect(page.locator('[data-step]')).toHaveCount(2);
  await page.reload();
  await expect(page.locator('[data-step]')).toHaveCount(2);
  await page.goto('/rules/basik');
  await expect(page.getByRole('heading', { name: 'Basik' })).toBeVisible();
  await context.setOffline(false);
});
