import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../src/generated/protocol';
import { Builds, SECOND } from './builds';
import { play } from './table';

let builds: Builds;

test.beforeEach(async () => {
  builds = await Builds.open();
});
test.afterEach(() => builds.close());

/** Opens a page of the present build, controlled by a service worker that has cached all files. */
async function openPage(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(builds.address + path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  return page;
}

/** Which build a page is of. */
function buildOf(page: Page): Promise<'first' | 'second'> {
  return page.evaluate(
    (mark) =>
      [...document.scripts].some(({ src }) => src.includes(mark)) ? ('second' as const) : ('first' as const),
    SECOND,
  );
}

/** Deploys the second build, and waits until its service worker waits. */
async function deploy(page: Page): Promise<void> {
  builds.deploy();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    while (!registration?.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
  });
}

/** The builds whose files are cached. */
function cached(page: Page): Promise<number> {
  return page.evaluate(async () => (await caches.keys()).length);
}

/** Uses a chunk and the rules of a game, of which nothing was loaded before. */
async function openGame(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Open ${name}` }).click();
  await page.getByRole('heading', { name: 'Play on this screen' }).click();
  await page.getByRole('button', { name: 'Begin: Play on this screen' }).click();
  await expect(page.locator('[data-spot]').first()).toBeAttached();
}

test('a page of the old build goes on; the next page is of the new one', async ({ context }) => {
  const old = await openPage(context);
  await deploy(old);
  await openGame(old, 'Basik');
  expect(await buildOf(old)).toBe('first');

  // A page that is opened beside it is new already, and disturbs nothing.
  const beside = await openPage(context);
  expect(await buildOf(beside)).toBe('second');
  await openGame(beside, 'Tactic');
  expect(await cached(old)).toBe(2);
  await old.goBack();
  await old.goBack();
  await openGame(old, 'EX*PION');
  expect(await buildOf(old)).toBe('first');

  // When the last page is closed, the new worker takes over, and the files of the old build are deleted.
  await old.close();
  await beside.goto('about:blank');
  await beside.close();
  const next = await openPage(context);
  expect(await buildOf(next)).toBe('second');
  await expect.poll(() => cached(next)).toBe(1);
  await context.setOffline(true);
  await next.reload();
  await openGame(next, 'Basik');
  expect(await buildOf(next)).toBe('second');
});

test('a page that takes the new build at once leaves the files of another old page', async ({ context }) => {
  const [old, reloaded] = [await openPage(context), await openPage(context)];
  await deploy(old);
  await reloaded.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve);
    });
    registration?.waiting?.postMessage('skip-waiting');
    await changed;
  });
  await reloaded.reload();
  expect(await buildOf(reloaded)).toBe('second');
  await openGame(old, 'Basik');
  expect(await buildOf(old)).toBe('first');
  expect(await cached(old)).toBe(2);

  // The next navigation after the old page is closed deletes its files.
  await old.close();
  await expect
    .poll(async () => {
      await reloaded.reload();
      return cached(reloaded);
    })
    .toBe(1);
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a chunk that is gone leads to one reload, at the same address', async ({ page }) => {
    await page.goto(builds.address);
    await expect(page.getByRole('link', { name: 'Open Basik' })).toBeVisible();
    builds.deploy();
    await page.getByRole('link', { name: 'Open Basik' }).click();
    await expect(page.getByRole('heading', { name: 'Basik', exact: true })).toBeVisible();
    expect(await buildOf(page)).toBe('second');
    expect(builds.pageLoads).toBe(2);
  });

  test('the reload keeps typed notation', async ({ page }) => {
    await page.goto(`${builds.address}/box/basik#here`);
    await page.getByRole('button', { name: 'Begin: Play on this screen' }).click();
    await play(page, 'b2');
    await play(page, 'c3');
    await page.getByLabel('Type an action').fill('d4');
    builds.deploy();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await expect.poll(() => builds.pageLoads).toBe(2);
    await expect(page.getByLabel('Type an action')).toHaveValue('d4');
    await expect(page.locator('[data-step]')).toHaveCount(2);
    expect(await buildOf(page)).toBe('second');
  });

  test('a variation is kept, and the step that is shown', async ({ page }) => {
    await page.goto(`${builds.address}/box/basik#here`);
    await page.getByRole('button', { name: 'Begin: Play on this screen' }).click();
    await play(page, 'b2');
    await play(page, 'c3');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Try actions' }).click();
    await page.locator('[data-spot="d4"]').click({ force: true });
    await expect(page.locator('[data-variation]')).toHaveCount(1);
    builds.deploy();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await expect.poll(() => builds.pageLoads).toBe(2);
    await expect(page.locator('[data-variation][aria-current="step"]')).toHaveCount(1);
    await expect(page.getByText('Trying: nothing here counts')).toBeVisible();
  });

  test('a server that speaks another version of the protocol leads to one reload, then the page asks', async ({
    page,
  }) => {
    await page.route('**/api/me', (route) =>
      route.fulfill({
        json: { name: 'Guest 1', account: false },
        headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) },
      }),
    );
    await page.goto(builds.address);
    await expect(page.getByRole('alert')).toContainText('This page is older than the server.');
    expect(builds.pageLoads).toBe(2);
  });

  test('if the reload does not help, the page asks and does not reload again', async ({ page }) => {
    builds.remove(/^BoxPage-.*\.js$/);
    await page.goto(builds.address);
    await expect(page.getByRole('link', { name: 'Open Basik' })).toBeVisible();
    builds.deploy();
    await page.getByRole('link', { name: 'Open Basik' }).click();
    await expect(page.getByRole('alert')).toContainText('This page is older than the server.');
    expect(builds.pageLoads).toBe(2);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(builds.pageLoads).toBe(3);
  });
});
