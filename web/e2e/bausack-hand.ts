/// What people do with wooden blocks, by keyboard and by buttons.
import { expect, type Page } from '@playwright/test';

export const stage = (page: Page) => page.locator('[data-phase]');
export const said = (page: Page) => page.locator('[aria-live="polite"]').first();
export const list = (page: Page) => page.locator('[data-step]');
export const end = (page: Page) => page.locator('.end');
export const tower = (page: Page, plot: number) => page.locator(`[data-tower="${plot}"]`);

interface Wanted {
  /** What else is chosen in the box, by what its key says. */
  choices?: string[];
  /** Flat views need no graphics card, which is imitated here. */
  picture?: 'flat' | 'scene';
  /** The level of the bot in the other seat. */
  bot?: number;
}

/** Opens the box and begins a game of two, on this screen or with a bot. */
export async function begin(page: Page, mode: string, wanted: Wanted = {}): Promise<void> {
  const { choices = [], picture = 'flat', bot } = wanted;
  await page.addInitScript((picture) => localStorage.setItem('bausack picture', picture), picture);
  const way = bot === undefined ? 'Play on this screen' : 'Play a bot';
  await page.goto(`/box/bausack#${bot === undefined ? 'here' : 'bot'}`);
  const begins = page.getByRole('button', { name: `Begin: ${way}` });
  await expect(begins).toBeVisible();
  for (const choice of [mode, ...choices]) await page.locator('label', { hasText: choice }).click();
  if (bot !== undefined) {
    const levels = page.getByRole('group', { name: 'Level' });
    await levels.locator('label', { hasText: String(bot) }).click();
  }
  await begins.click();
  await page.waitForURL(/\/table\//);
  await expect(stage(page)).toBeVisible();
}

/** Presses a button, and waits until one more action stands in the list. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const before = await list(page).count();
  await page.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => list(page).count()).toBeGreaterThan(before);
}

/** Puts a block up for sale. */
export async function sell(page: Page, block: number, how: string): Promise<void> {
  await page.locator(`[data-block="${block}"]`).click();
  await press(page, how);
}

/** Takes a block up, by its number, or the only one that there is. */
export async function takeUp(page: Page, block?: number): Promise<void> {
  const which = block === undefined ? '[data-block][aria-disabled="false"]' : `[data-block="${block}"]`;
  await page.locator(which).first().click();
  await expect(stage(page)).toHaveAttribute('data-phase', 'air');
  await expect(stage(page)).toBeFocused();
}

/** Waits until what was let go has come to rest and the table has heard of it. */
export async function rest(page: Page, before: number): Promise<void> {
  await expect.poll(() => list(page).count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 2);
  await expect(stage(page)).toHaveAttribute('data-phase', 'none', { timeout: 60_000 });
}

/** Lowers a block onto the middle of the tower and lets go, by keyboard alone. */
export async function lay(page: Page, block?: number): Promise<void> {
  const before = await list(page).count();
  await takeUp(page, block);
  await lower(page);
  await page.keyboard.press('Enter');
  await rest(page, before);
}

/** Lowers the block in the hand until it touches. */
export async function lower(page: Page): Promise<void> {
  await page.keyboard.press('l');
  await expect(stage(page)).toHaveAttribute('data-phase', 'held', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Lower' })).toHaveAttribute('aria-pressed', 'false', {
    timeout: 30_000,
  });
}

/** Carries a block far from the tower and lets go: it falls beside. */
export async function miss(page: Page, block?: number): Promise<void> {
  const before = await list(page).count();
  await takeUp(page, block);
  for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await rest(page, before);
}

/** Brings a block beside the tower, below its top, and pushes whatever stands there to the right. */
export async function sweep(page: Page, block?: number): Promise<void> {
  const before = await list(page).count();
  await takeUp(page, block);
  for (let step = 0; step < 25; step++) await page.keyboard.press('ArrowLeft');
  for (let step = 0; step < 27; step++) await page.keyboard.press('PageDown');
  await page.waitForTimeout(800);
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(800);
  await page.keyboard.press('Enter');
  await rest(page, before);
}
