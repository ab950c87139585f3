import { type Browser, expect, type Page, test } from '@playwright/test';
import { Server } from './server';

let server: Server;

test.beforeAll(async () => {
  server = await Server.open();
});
test.afterAll(async () => {
  await server?.close();
});

/** Somebody who has never been here, and reads only what is on the screen; their presses are counted. */
class Newcomer {
  presses = 0;
  private constructor(readonly page: Page) {}

  static async arrive(browser: Browser, size: { width: number; height: number }): Promise<Newcomer> {
    const context = await browser.newContext({
      baseURL: server.address,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      viewport: size,
      serviceWorkers: 'block',
    });
    return new Newcomer(await context.newPage());
  }

  /** Presses the first thing on the screen that says so. */
  async press(text: string | RegExp): Promise<void> {
    const seen = this.page
      .getByText(text, { exact: typeof text === 'string' })
      .and(this.page.locator(':visible'));
    await seen.first().click();
    this.presses++;
  }
}

for (const [name, size] of [
  ['at a desk', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`two newcomers ${name} are at a game after four presses each`, async ({ browser }) => {
    const host = await Newcomer.arrive(browser, size);
    await host.page.goto('/');
    await host.press('Play');
    await host.press('Invite a friend');
    await host.page.getByLabel('What shall the others call you?').filter({ visible: true }).fill('Ada');
    await host.press('Lay the table');
    const link = host.page.getByRole('textbox', { name: /^Link to/ });
    await expect(link).toBeVisible();
    expect(host.presses).toBeLessThanOrEqual(4);

    const friend = await Newcomer.arrive(browser, size);
    await friend.page.goto(await link.inputValue());
    await friend.page.getByLabel('What shall the others call you?').fill('Bob');
    await friend.press('Sit down');
    expect(friend.presses).toBeLessThanOrEqual(4);
    for (const { page } of [host, friend]) {
      await expect(page.locator('[data-spot]').first()).toBeAttached();
      for (const who of ['Ada', 'Bob']) await expect(page.locator('.seat', { hasText: who })).toBeVisible();
    }
  });

test('an invitation for four has fields that do not overlap, on a phone too', async ({ browser }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page } = await Newcomer.arrive(browser, size);
    await page.goto('/box/basik');
    await page
      .getByRole('group', { name: 'How many seats?' })
      .getByRole('radio', { name: '4' })
      .check({ force: true });
    await page.goto('/box/basik#invite');
    await expect(page.getByRole('button', { name: 'Lay the table' })).toBeVisible();
    const boxes = await page
      .locator('main :is(input:not(.unseen), select, .button, label.on):visible')
      .evaluateAll((fields) =>
        fields
          .filter((field) => !fields.some((other) => other !== field && other.contains(field)))
          .map((field) => ({
            name: field.outerHTML.slice(0, 80),
            box: field.getBoundingClientRect().toJSON(),
          })),
      );
    expect(boxes.length).toBeGreaterThan(4);
    const overlap = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (b) =>
            Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
            Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
        )
        .map((b) => `${a.name} over ${b.name}`),
    );
    expect(overlap).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(size.width);
    await page.context().close();
  }
});
