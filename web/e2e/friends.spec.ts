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
    await host.page.getByLabel('What shall the others call you?').fill('Ada');
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
