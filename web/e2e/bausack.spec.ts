import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

test.use({ viewport: { width: 900, height: 700 } });

const stage = (page: Page) => page.locator('[data-phase]');
const said = (page: Page) => page.locator('[aria-live="polite"]').first();
const list = (page: Page) => page.locator('[data-step]');
const end = (page: Page) => page.locator('.end');

/** Opens the box and begins a game of two on this screen. Flat views need no graphics card, which is imitated here. */
async function begin(page: Page, mode: string, picture: 'flat' | 'scene' = 'flat'): Promise<void> {
  await page.addInitScript((picture) => localStorage.setItem('bausack picture', picture), picture);
  await page.goto('/box/bausack');
  const here = page.getByRole('button', { name: 'Begin : Play on this screen' });
  await expect(here).toBeVisible();
  await page.locator('label', { hasText: mode }).click();
  await here.click();
  await page.waitForURL(/\/table\//);
  await expect(stage(page)).toBeVisible();
}

/** Takes a block up, by its number. */
async function takeUp(page: Page, block: number): Promise<void> {
  await page.locator(`[data-block="${block}"]`).click();
  await expect(stage(page)).toHaveAttribute('data-phase', 'air');
  await expect(stage(page)).toBeFocused();
}

/** Waits until what was let go has come to rest and the table has heard of it. */
async function rest(page: Page, before: number): Promise<void> {
  await expect(list(page)).toHaveCount(before + 2, { timeout: 60_000 });
  await expect(stage(page)).toHaveAttribute('data-phase', 'none', { timeout: 60_000 });
}

/** Lowers a block onto the middle of the tower and lets go, by keyboard alone. */
async function lay(page: Page, block: number): Promise<void> {
  const before = await list(page).count();
  await takeUp(page, block);
  await page.keyboard.press('l');
  await expect(stage(page)).toHaveAttribute('data-phase', 'held', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Lower' })).toHaveAttribute('aria-pressed', 'false', {
    timeout: 30_000,
  });
  await page.keyboard.press('Enter');
  await rest(page, before);
}

/** Carries a block far from the tower and lets go: it falls beside. */
async function miss(page: Page, block: number): Promise<void> {
  const before = await list(page).count();
  await takeUp(page, block);
  for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await rest(page, before);
}

test('a whole game of Tour de Babel, by keyboard alone', async ({ page }) => {
  test.setTimeout(400_000);
  await begin(page, 'Tower of Babel');
  // One lays, the other drops beside: whoever laid gets a bean, until somebody has five.
  for (let fall = 1; fall <= 9 && !(await end(page).count()); fall++) {
    await lay(page, 1);
    await expect(said(page)).toContainText('All stands');
    await expect(page.locator('[data-tower="0"]')).toContainText('1 block');
    await miss(page, 10);
    await expect(said(page)).toContainText(/Down: .*; .* gets 1 bean/);
  }
  await expect(end(page)).toBeVisible();
  await expect(end(page).getByRole('link')).toHaveAttribute('href', '/rules/bausack#S14');
});

test('an illegal bid cites its article', async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, 'Knock-Out');
  await page.locator('[data-block="5"]').click();
  await page.getByRole('button', { name: 'To the highest bidder' }).click();
  await expect(page.getByText('Your call')).toBeVisible();
  await page.getByLabel('Another bid').fill('11');
  await page.getByRole('button', { name: 'Bid', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Article S3');
  await page.keyboard.press('Escape');
  await page.getByLabel('Another bid').fill('2');
  await page.getByRole('button', { name: 'Bid', exact: true }).click();
  await expect(list(page).last()).toContainText('bid 2');
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await expect(said(page)).toContainText('Pass');
});

test('nobody is shut out', async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, 'Tower of Babel');
  await takeUp(page, 3);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
  await page.keyboard.press('Escape');
  await expect(stage(page)).toHaveAttribute('data-phase', 'none');
});

test('the scene is drawn, and a block is laid with the mouse', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 640, height: 520 });
  await begin(page, 'Tower of Babel', 'scene');
  await expect(stage(page).locator('canvas')).toBeVisible({ timeout: 60_000 });
  await takeUp(page, 1);
  await page.getByRole('button', { name: 'Lower' }).click();
  await expect(stage(page)).toHaveAttribute('data-phase', 'held', { timeout: 60_000 });
  const before = await list(page).count();
  await page.getByRole('button', { name: 'Let go' }).click();
  await rest(page, before);
  await expect(page.locator('[data-tower="0"]')).toContainText('1 block');
});
