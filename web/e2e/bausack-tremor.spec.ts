/// Hands that tremble: the block begins beside the tower, nothing shows where it would land, and the meter tells of the tower.
import { expect, type Page, test } from '@playwright/test';
import { begin, list, rest, stage, takeUp, tower } from './bausack-hand';

const NATURAL = 'Natural: they tremble';

/** Carries the block from beside the tower over its middle, by keyboard alone, as far as it is said to be off. */
async function carryOver(page: Page): Promise<void> {
  const told = page.locator('[data-hand]');
  for (let press = 0; press < 60; press++) {
    await page.waitForTimeout(700);
    const words = (await told.textContent()) ?? '';
    const far = (where: string) => Number(new RegExp(`([\\d.]+) cm to the ${where}`).exec(words)?.[1] ?? 0);
    const ways: [string, string][] = [
      ['right', 'ArrowLeft'],
      ['left', 'ArrowRight'],
      ['front', 'ArrowUp'],
      ['back', 'ArrowDown'],
    ];
    const [where, key] = ways.toSorted(([a], [b]) => far(b) - far(a))[0] ?? ['', ''];
    const off = far(where);
    if (off < 0.5) return;
    for (let step = 0; step < Math.round(off / 0.8); step++) await page.keyboard.press(key);
  }
}

test('a natural hand begins beside the tower and trembles', async ({ page }) => {
  test.slow();
  await begin(page, 'Tower of Babel', { choices: [NATURAL] });
  for (const block of [1, 2]) {
    const before = await list(page).count();
    await takeUp(page, block);
    await expect(page.locator('.ghost')).toHaveCount(0);
    await carryOver(page);
    // Waiting calms it.
    await page.waitForTimeout(1500);
    await page.keyboard.press('l');
    await expect(stage(page)).toHaveAttribute('data-phase', 'held', { timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Lower' })).toHaveAttribute('aria-pressed', 'false', {
      timeout: 30_000,
    });
    await page.keyboard.press('Enter');
    await rest(page, before);
    // A base that lies is there; what is laid on it stands or falls as the hand trembled.
    if (block === 1) await expect(tower(page, 0)).toContainText('1 block,');
  }
  // What Nature draws is not in the list of what was done.
  await expect(list(page)).toHaveCount(4);
});
