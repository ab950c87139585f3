import { type Browser, expect, type Page, test } from '@playwright/test';
import { end, lay, list, miss, stage, tower } from './bausack-hand';
import { Server } from './server';

let server: Server;

test.beforeAll(async () => {
  server = await Server.open();
});
test.afterAll(async () => {
  await server?.close();
});

async function somebody(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-GB',
    viewport: { width: 900, height: 700 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('bausack picture', 'flat'));
  return page;
}

/** Ada lays a table of Knock-Out, and Bob sits down at it. */
async function knockout(browser: Browser): Promise<{ ada: Page; bob: Page }> {
  const [ada, bob] = [await somebody(browser), await somebody(browser)];
  await ada.goto('/');
  await ada.getByRole('button', { name: /^Your name/ }).click();
  await ada.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await ada.getByRole('button', { name: 'Keep the name' }).click();
  await ada.goto('/box/bausack#invite');
  const lay = ada.getByRole('button', { name: 'Lay the table' });
  await expect(lay).toBeVisible();
  await ada.locator('label', { hasText: 'Knock-Out' }).click();
  await lay.click();
  const link = ada.getByRole('textbox', { name: 'Link to seat 2' });
  await expect(link).toHaveValue(/\/table\/[\w-]+#./);
  await bob.goto(await link.inputValue());
  await bob.getByLabel('What shall the others call you?').fill('Bob');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  await expect(stage(bob)).toBeVisible();
  return { ada, bob };
}

test('two people at one Knock-Out table: a bid, a hand seen from afar, a reload with a block in the hand', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { ada, bob } = await knockout(browser);
  const counted = await agreements();
  await ada.locator('[data-block="5"]').click();
  await ada.getByRole('button', { name: 'To the highest bidder' }).click();
  await bob.getByRole('button', { name: '2 beans', exact: true }).click();
  await ada.getByRole('button', { name: 'Pass', exact: true }).click();
  await expect(bob.locator('[data-step]')).toHaveCount(3);

  await bob.locator('[data-block="5"]').click();
  await expect(stage(bob)).toHaveAttribute('data-phase', 'air');
  await bob.keyboard.press('ArrowRight');
  // Ada sees his hand.
  await expect(ada.locator('.edge.held').first()).toBeAttached({ timeout: 20_000 });
  // Whoever reloads takes the block up again: it is still his to place.
  await bob.reload();
  await bob.locator('[data-block="5"]').click({ timeout: 30_000 });
  await expect(stage(bob)).toHaveAttribute('data-phase', 'air');
  await bob.keyboard.press('l');
  await expect(stage(bob)).toHaveAttribute('data-phase', 'held', { timeout: 30_000 });
  await expect(bob.getByRole('button', { name: 'Lower' })).toHaveAttribute('aria-pressed', 'false');
  await bob.keyboard.press('Enter');
  // Ada sees it come to rest as Bob does.
  await expect(stage(ada)).toHaveAttribute('data-phase', /held|moving|over/, { timeout: 20_000 });
  for (const page of [ada, bob]) {
    await expect(page.locator('[data-step]')).toHaveCount(5, { timeout: 60_000 });
    await expect(stage(page)).toHaveAttribute('data-phase', 'none', { timeout: 60_000 });
    await expect(page.locator('[data-tower="1"]')).toContainText('1 block, 2.0 cm high');
  }
  // What Bob's page found is what the house found, to the last bit.
  await expect.poll(agreements).toEqual({ yes: counted.yes + 1, no: 0 });
});

/** How often a page and the house found the same, and how often not. */
async function agreements(): Promise<{ yes: number; no: number }> {
  const text = await server.metrics();
  const [yes = 0, no = 0] = ['yes', 'no'].map((agree) =>
    Number(
      new RegExp(`^ludotheque_referee_agreements_total\\{agree="${agree}"\\} (\\d+)$`, 'm').exec(text)?.[1] ??
        0,
    ),
  );
  return { yes, no };
}

test('a whole Knock-Out of two people, and every placement found alike by page and house', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { ada, bob } = await knockout(browser);
  const counted = await agreements();
  const both = [ada, bob];
  /** One sells, the other passes, and the seller lays the block or lets it fall beside. */
  const turn = async (seller: Page, other: Page, block: number, place: typeof lay) => {
    await seller.locator(`[data-block="${block}"]`).click();
    await seller.getByRole('button', { name: 'To the highest bidder', exact: true }).click();
    await other.getByRole('button', { name: 'Pass', exact: true }).click();
    await expect(seller.locator(`[data-block="${block}"][aria-disabled="false"]`)).toBeVisible();
    await place(seller, block);
    await expect(stage(other)).toHaveAttribute('data-phase', 'none', { timeout: 60_000 });
  };
  await turn(ada, bob, 1, lay);
  await turn(bob, ada, 2, lay);
  await turn(ada, bob, 3, lay);
  await turn(bob, ada, 5, miss);
  for (const page of both) {
    await expect(end(page)).toContainText('S26', { timeout: 60_000 });
    await expect(end(page).getByRole('link')).toHaveAttribute('href', '/rules/bausack#S26');
    await expect(list(page)).toHaveCount(16);
    await expect(tower(page, 0)).toContainText('2 blocks, 4.5 cm high');
  }
  // As many as blocks were let go.
  await expect.poll(agreements).toEqual({ yes: counted.yes + 4, no: 0 });
});
