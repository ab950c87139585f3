/// Pictures for the README: `PICTURES=1 npm run e2e -- pictures` writes them.
import { expect, type Page, test } from '@playwright/test';
import * as bausack from './bausack-hand';
import { begin, playOut } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const folder = '../docs/pictures';

/** From flat views, which are quick, to the scene with all its shadows, once that is drawn. */
async function intoTheScene(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Flat views' }).click();
  await expect(bausack.stage(page).locator('canvas')).toBeVisible({ timeout: 60_000 });
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });

    test('the shelf', async ({ page }, info) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Open Basik' }).waitFor();
      await page.waitForTimeout(600);
      await page.screenshot({ path: `${folder}/shelf-${scheme}-${info.project.name}.png` });
    });

    for (const [game, seats] of [
      ['basik', 2],
      ['expion', 4],
      ['tactic', 2],
    ] as const) {
      test(game, async ({ page }, info) => {
        await begin(page, game, seats);
        await playOut(page, 5, 16);
        // Nothing is picked up, and nothing was refused.
        await page.keyboard.press('Escape');
        await page.waitForTimeout(600);
        await page.screenshot({ path: `${folder}/${game}-${scheme}-${info.project.name}.png` });
      });
    }

    test('a tower of Bausack', async ({ page }, info) => {
      test.setTimeout(400_000);
      await page.addInitScript(() => localStorage.setItem('bausack light', 'no'));
      await bausack.begin(page, 'Tower of Babel');
      for (const block of [1, 18, 9, 3, 37, 16, 13, 11, 4, 15]) await bausack.lay(page, block);
      await intoTheScene(page);
      await bausack.takeUp(page, 10);
      await bausack.lower(page);
      await page.waitForTimeout(4000);
      await page.screenshot({ path: `${folder}/bausack-${scheme}-${info.project.name}.png` });
    });

    test('an auction of Bausack', async ({ page }, info) => {
      test.setTimeout(400_000);
      await page.addInitScript(() => localStorage.setItem('bausack light', 'no'));
      await bausack.begin(page, 'Knock-Out');
      await bausack.sell(page, 5, 'To the highest bidder');
      for (const bid of ['2 beans', '3 beans']) await bausack.press(page, bid);
      await intoTheScene(page);
      await page.waitForTimeout(8000);
      await page.screenshot({ path: `${folder}/bausack-auction-${scheme}-${info.project.name}.png` });
    });
  });
}
