import { type Browser, expect, type Page, test } from '@playwright/test';
import { available, Cluster } from './cluster';
import { press } from './table';

test.skip(!available, 'needs PostgreSQL and NATS: scripts/postgres.sh scripts/nats.sh npm run e2e');

let house: Cluster;

test.beforeAll(async () => {
  house = await Cluster.open();
});
test.afterAll(() => house?.close());

async function newUser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: house.address,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  return context.newPage();
}

async function act(who: Page, pages: Page[], spot: string, count: number): Promise<void> {
  await press(who, spot);
  for (const page of pages) await expect(page.locator('[data-step]')).toHaveCount(count);
}

test('two people play on when the gateway that served one of them is killed', async ({ browser }) => {
  test.setTimeout(120_000);
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  const both = [ada, bob];
  await ada.goto('/box/basik#invite');
  await ada.getByRole('radio', { name: 'No clock' }).check({ force: true });
  const name = ada.getByLabel('What shall the others call you?');
  if (await name.isVisible()) await name.fill('Ada');
  await ada.getByRole('button', { name: 'Lay the table' }).click();
  const link = ada.getByRole('textbox', { name: 'Link to seat 2' });
  await expect(link).toHaveValue(/\/table\/[\w-]+#./);
  await bob.goto(await link.inputValue());
  await bob.getByLabel('What shall the others call you?').fill('Bob');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  await expect(bob.locator('[data-spot]').first()).toBeAttached();

  await act(ada, both, 'b2', 1);
  await act(bob, both, 'c3', 2);
  await act(ada, both, 'd4', 3);

  // Whoever it served is at the table again, at another gateway, with the position as it was; and the game goes on.
  const killed = Date.now();
  const served = house.killOneThatServes();
  await expect
    .poll(async () => {
      const lost = await Promise.all(both.map((page) => page.getByText('Connection lost').isVisible()));
      return lost.includes(true);
    })
    .toBe(true);
  for (const page of both) {
    await expect(page.getByText('Connection lost')).toBeHidden();
    await expect(page.locator('[data-step]')).toHaveCount(3);
  }
  const back = Date.now() - killed;
  await act(bob, both, 'a3', 4);
  await act(ada, both, 'e5', 5);
  console.log(
    `a gateway with ${served} sockets was killed: everybody was back at the table after ${back} ms`,
  );
});
