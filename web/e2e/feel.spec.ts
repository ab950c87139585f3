import { expect, type Page, test } from '@playwright/test';
import { begin, play, playOut, press, steps } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const badge = (page: Page) => page.locator('.board .badge');
const more = (page: Page) => page.getByRole('button', { name: 'More' }).click();

async function resign(page: Page): Promise<void> {
  await more(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
}

test('trying is harmless: undo takes back what was tried, never what was played', async ({ page }) => {
  await begin(page, 'basik', 2);
  for (const cell of ['b2', 'c3']) await play(page, cell);
  await more(page);
  await page.getByRole('button', { name: 'Try actions' }).click();
  await expect(badge(page)).toHaveText('Trial');
  // Nothing was tried yet: there is nothing to undo, and nobody can resign by mistake.
  await expect(page.getByRole('button', { name: 'Undo what was tried' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Resign' })).toHaveCount(0);
  await press(page, 'd4');
  await expect(page.locator('li.variation')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo what was tried' }).click();
  await expect(page.locator('[data-spot="d4"]')).toHaveAttribute('aria-label', /empty/);
  expect(await steps(page)).toBe(2);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(badge(page)).toHaveCount(0);
  expect(await steps(page)).toBe(2);
});

test('with a pile in the hand, a press elsewhere places no pawn', async ({ page }) => {
  await begin(page, 'basik', 2);
  for (const cell of ['a1', 'd4']) await play(page, cell);
  await press(page, 'a1');
  await expect(page.locator('[data-spot="a1"]')).toHaveAttribute('aria-pressed', 'true');
  await press(page, 'c4');
  await expect(page.getByRole('alert')).toContainText('Article B');
  await expect(page.locator('[data-spot="a1"]')).toHaveAttribute('aria-pressed', 'false');
  expect(await steps(page)).toBe(2);
  await page.keyboard.press('Escape');
  await play(page, 'c4');
});

test('where a press stacks, moves or takes is marked and said', async ({ page }) => {
  await begin(page, 'basik', 2);
  for (const cell of ['a1', 'c2', 'b1', 'd4']) await play(page, cell);
  await press(page, 'a1');
  await expect(page.locator('[data-spot="b1"]')).toHaveClass(/stack/);
  await expect(page.locator('[data-spot="b1"]')).toHaveAttribute('aria-label', /stacks here$/);
  await press(page, 'b1');
  await expect(page.locator('[data-step]')).toHaveCount(5);
  await play(page, 'd1');
  await press(page, 'b1');
  await expect(page.locator('[data-spot="b2"]')).toHaveClass(/target/);
  await press(page, 'b2');
  await play(page, 'd2');
  await press(page, 'b2');
  await expect(page.locator('[data-spot="c2"]')).toHaveClass(/capture/);
  await expect(page.locator('[data-spot="c2"]')).toHaveAttribute('aria-label', /takes what is here$/);
});

test('on a phone each action can be confirmed, in reach of the thumb', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await begin(page, 'basik', 2);
  const toggle = page.getByRole('button', { name: 'Confirm each action' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await press(page, 'b2');
  expect(await steps(page)).toBe(0);
  await page.getByRole('button', { name: 'Confirm b2' }).click();
  await expect(page.locator('[data-step]')).toHaveCount(1);
});

test('three presses begin one table, and the button says that it works', async ({ page }) => {
  // A slow line: the rules come only after the presses.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/basik.*\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/basik.*\.wasm/);
  await page.goto('/box/basik');
  // The rules are fetched while one looks at the box.
  await asked;
  const button = page.getByRole('button', { name: 'Begin: Play a bot' });
  await button.evaluate((element: HTMLButtonElement) => {
    for (let presses = 0; presses < 3; presses++) element.click();
  });
  const busy = page.getByRole('button', { name: 'Laying the table…' });
  await expect(busy).toBeDisabled();
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  release();
  await page.waitForURL(/\/table\//);
  const tables = () => Object.keys(localStorage).filter((key) => key.startsWith('table:')).length;
  expect(await page.evaluate(tables)).toBe(1);
});

test('the end is told with the score and the cause, also while it is analysed', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'basik', 2);
  await playOut(page, 42);
  const end = page.locator('.end');
  await expect(end).toContainText(/\d+ cells? for (Red|Blue), \d+ for (Red|Blue)\./);
  await expect(end.getByRole('link')).toHaveText(/.+ \(article B1\d\)/);
  await end.getByRole('button', { name: 'Analyse' }).click();
  await expect(page.getByRole('heading', { name: 'Analysis' })).toBeVisible();
  await expect(end).toBeVisible();
  await expect(end.getByRole('button', { name: 'Play again' })).toBeVisible();
});

test('who resigned, and whose time ran out, is told', async ({ page }) => {
  await begin(page, 'basik', 2);
  await play(page, 'b2');
  await resign(page);
  await expect(page.locator('.end')).toContainText('Blue resigned.');

  await page.goto('/box/basik#here');
  await page.getByRole('radio', { name: 'My own' }).check({ force: true });
  await page.getByLabel('Kind of clock').selectOption('For each action');
  await page.getByLabel('Unit of time').selectOption('seconds');
  await page.getByLabel('Time for an action').fill('5');
  await page.getByRole('button', { name: 'Begin: Play on this screen' }).click();
  await expect(page.locator('.end')).toContainText('Red ran out of time.', { timeout: 15_000 });
});

for (const [name, size] of [
  ['a phone on its side', { width: 844, height: 390 }],
  ['a page at twice its size', { width: 640, height: 400 }],
  ['a small laptop', { width: 1024, height: 600 }],
] as const)
  test(`the table fits ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await begin(page, 'basik', 4);
    await play(page, 'b2');
    const board = page.locator('section.board');
    await expect(board).toBeInViewport({ ratio: 0.99 });
    for (const seat of await page.locator('.seat').all()) await expect(seat).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('button', { name: 'More' })).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('button', { name: 'Take back' })).toBeInViewport({ ratio: 0.9 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(size.width);
  });

test('several bots have names of their own, and what each did in the round is marked', async ({ page }) => {
  await begin(page, 'basik', 4, 2);
  for (const name of ['Bot 2, Blue', 'Bot 2, Yellow', 'Bot 2, Green'])
    await expect(page.locator('.seat', { hasText: name })).toHaveCount(1);
  await press(page, 'b2');
  await expect(page.locator('[data-step]')).toHaveCount(4);
  // The last action has its own trace; the two before it have marks.
  await expect(page.locator('[data-spot] .since')).toHaveCount(2);
});

test('a partner is called one', async ({ page }) => {
  await begin(page, 'expion', 4, 1);
  await expect(page.locator('.seat', { hasText: 'your partner' })).toHaveCount(1);
});

test('only levels are offered, each with a sentence of its own', async ({ page }) => {
  for (const game of ['basik', 'tactic', 'expion', 'bausack']) {
    await page.goto(`/box/${game}#here`);
    await page.getByText('Names, and bots among you').click();
    const kinds = page
      .getByLabel(/^Who is/)
      .first()
      .locator('option');
    await expect(kinds).toHaveText([
      'Somebody here',
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `Bot ${level}`),
    ]);
    await page.goto(`/box/${game}#bot`);
    const told = new Set<string>();
    for (let level = 1; level <= 8; level++) {
      await page
        .getByRole('group', { name: 'Level' })
        .getByRole('radio', { name: String(level) })
        .check({ force: true });
      told.add((await page.locator('#bot .soft').nth(1).textContent()) ?? '');
    }
    expect(told.size, game).toBe(8);
  }
});

test('names are roles: they follow the language, and a link calls nobody "You"', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await begin(page, 'basik', 2, 3);
  await expect(page.locator('.seat', { hasText: 'You' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Lire en français' }).click();
  await expect(page.locator('.seat', { hasText: 'Vous' })).toHaveCount(1);
  await expect(page.locator('.seat', { hasText: 'Automate 3' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Read in English' }).click();
  await press(page, 'b2');
  await expect(page.locator('[data-step]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Previous action' }).click();
  await page.getByRole('button', { name: 'Copy the link to this position' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  // Whoever opens it goes on against the same bot.
  const other = await (await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })).newPage();
  await other.goto(link);
  await expect(other.locator('.seat', { hasText: 'Bot 3' })).toHaveCount(1);
  await other.getByRole('button', { name: 'Back to now' }).click();
  await press(other, 'd4');
  await expect(other.locator('[data-step]')).toHaveCount(4);
  await more(other);
  await other.getByText('The record').click();
  await expect(other.locator('textarea, pre').first()).not.toContainText('You');
});

test('what goes on comes before the shelf', async ({ page }) => {
  await begin(page, 'basik', 2, 1);
  await page.goto('/');
  const [mine, shelf] = [page.getByRole('region', { name: 'Go on with' }), page.locator('.case')];
  const [above, below] = [await mine.boundingBox(), await shelf.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await expect(mine.getByRole('link')).toContainText('You, Bot 1');
});

test('a house that does not answer is said, and so is a missing network', async ({ page, context }) => {
  await page.route('**/api/me', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/');
  await expect(page.getByText('The server does not answer')).toBeVisible();
  await page.goto('/box/basik#invite');
  await expect(page.getByText('The server does not answer')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
});
