/// Pictures for the README: `PICTURES=1 npm run e2e -- pictures` writes them.
import { test } from '@playwright/test';
import { begin, playOut } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const folder = '../docs/pictures';

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
        await page.waitForTimeout(600);
        await page.screenshot({ path: `${folder}/${game}-${scheme}-${info.project.name}.png` });
      });
    }
  });
}
