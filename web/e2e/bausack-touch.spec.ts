import AxeBuilder from '@axe-core/playwright';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { begin, end, lay, list, press, rest, sell, stage, takeUp } from './bausack-hand';

type Point = [x: number, y: number];

/** Fingers that go from somewhere to somewhere, all at once, in a few steps. */
async function drag(touch: CDPSession, ...fingers: [from: Point, to: Point][]): Promise<void> {
  const at = (share: number) =>
    fingers.map(([[x, y], [right, down]], id) => ({
      id,
      x: x + (right - x) * share,
      y: y + (down - y) * share,
    }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 8; step++)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 8) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const told = (page: Page) => page.locator('[data-hand]');

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  test.setTimeout(240_000);

  test('a finger carries a block, two turn it, and a knob lifts it', async ({ page }) => {
    await begin(page, 'Tower of Babel');
    const touch = await page.context().newCDPSession(page);
    await takeUp(page, 10);
    await expect(told(page)).toHaveText('Pillar; 4.0 cm above; upright');
    const front = await stage(page).locator('svg').first().boundingBox();
    if (!front) throw new Error('no front view');
    const [x, y] = [front.x + front.width / 2, front.y + front.height / 2];
    await drag(touch, [
      [x, y],
      [x + 40, y],
    ]);
    await expect(told(page)).toHaveText(/^Pillar; 4\.0 cm above; \d+\.\d cm to the right; upright$/);
    // Two fingers turn it over: what is lowest has changed, so it is nearer to the table or farther from it.
    await drag(
      touch,
      [
        [x - 30, y],
        [x - 30, y - 40],
      ],
      [
        [x + 30, y],
        [x + 30, y + 40],
      ],
    );
    await expect(told(page)).not.toHaveText(/; 4\.0 cm above/);
    const before = await told(page).innerText();
    await page.getByRole('button', { name: 'Lift', exact: true }).tap();
    await expect(told(page)).not.toHaveText(before);
    // Nothing is wider than the screen, and the market is below the table.
    await page.getByRole('button', { name: 'Put back' }).tap();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await page.locator('[data-block="1"]').scrollIntoViewIfNeeded();
    await expect(page.locator('[data-block="1"]')).toBeInViewport();
  });

  test('in the scene, one finger carries and two lift', async ({ page }) => {
    await begin(page, 'Tower of Babel', { picture: 'scene' });
    const canvas = stage(page).locator('canvas');
    await expect(canvas).toBeVisible({ timeout: 60_000 });
    const touch = await page.context().newCDPSession(page);
    await takeUp(page, 4);
    await expect(told(page)).toHaveText(/ above;/, { timeout: 30_000 });
    await page.waitForTimeout(4000);
    const box = await canvas.boundingBox();
    if (!box) throw new Error('no scene');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Two fingers upwards, on whatever is there.
    await drag(
      touch,
      [
        [x - 40, y + 60],
        [x - 40, y],
      ],
      [
        [x + 40, y + 60],
        [x + 40, y],
      ],
    );
    await expect(told(page)).not.toHaveText(/; 4\.0 cm above/, { timeout: 30_000 });
    await expect(told(page)).toHaveText(/above/);
    // One finger on the block carries it; beside it, one looks from elsewhere.
    for (const share of [0.35, 0.45, 0.55, 0.65]) {
      const height = box.y + box.height * share;
      await drag(touch, [
        [x, height],
        [x + 50, height],
      ]);
      await page.waitForTimeout(1500);
      if (/to the/.test(await told(page).innerText())) break;
    }
    await expect(told(page)).toHaveText(/cm to the/);
  });
});

test.describe('everybody', () => {
  test.use({ viewport: { width: 900, height: 700 } });
  test.setTimeout(240_000);

  const clean = async (page: Page) => {
    // What is still fading in has no contrast yet.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
      [],
    );
  };

  test('axe finds nothing in an auction, with a block in the hand, nor at the end; a fall is seen again slowly', async ({
    page,
  }) => {
    await begin(page, 'Knock-Out');
    await clean(page);
    await sell(page, 5, 'To the highest bidder');
    await clean(page);
    await press(page, '2 beans');
    await press(page, 'Pass');
    await takeUp(page, 5);
    await clean(page);
    await page.keyboard.press('Enter');
    await rest(page, 3);
    await sell(page, 10, 'To the highest bidder');
    await press(page, '1 bean');
    await press(page, 'Pass');
    await lay(page, 10);
    await sell(page, 3, 'To the highest bidder');
    await press(page, 'Pass');
    const before = await list(page).count();
    await takeUp(page, 3);
    for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(600);
    await page.keyboard.press('Enter');
    // A fall is never cut: while it lasts, nobody has won.
    await expect(stage(page)).toHaveAttribute('data-phase', 'moving');
    await expect(end(page)).toHaveCount(0);
    await rest(page, before);
    await expect(end(page)).toBeVisible();
    await clean(page);
    // Later on, from the list of what was played: the first placement, slowly.
    await list(page).nth(4).click();
    await page.getByRole('button', { name: 'See it again slowly' }).click();
    await expect(stage(page)).toHaveAttribute('data-phase', /held|moving/);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(stage(page)).toHaveAttribute('data-phase', 'none');
  });
});
