/// The scene itself: what is dragged, what is heard, what is on its way, and what a picture takes.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { begin, list, lower, miss, press, rest, sell, stage, takeUp, tower } from './bausack-hand';

const canvasOf = (page: Page) => stage(page).locator('canvas');

async function count(canvas: Locator, what: string): Promise<number> {
  return Number(await canvas.getAttribute(`data-${what}`));
}

/** Opens a game in the scene, whatever the browser is thought to bear. */
async function open(page: Page, mode: string, choices: string[] = []): Promise<Locator> {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 640, height: 520 });
  await page.addInitScript(() => localStorage.setItem('bausack light', 'yes'));
  await begin(page, mode, { picture: 'scene', choices });
  const canvas = canvasOf(page);
  await expect(canvas).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => count(canvas, 'triangles'), { timeout: 60_000 }).toBeGreaterThan(3_000);
  return canvas;
}

test('a block is carried and laid by dragging it with the mouse', async ({ page }) => {
  const canvas = await open(page, 'Tower of Babel');
  await takeUp(page, 1);
  const told = page.locator('[data-hand]');
  await expect(told).toHaveText(/^Pale slab; 4\.0 cm above; flat; turned by \d+°$/, { timeout: 30_000 });
  const box = await canvas.boundingBox();
  if (!box) throw new Error('no scene');
  // The block hangs in the middle, a little below the middle of the picture.
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.55];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 8 });
  await expect(told).toHaveText(/^Pale slab; 4\.0 cm above; \d\.\d cm /, { timeout: 30_000 });
  // With the shift key, dragging down lowers it.
  await page.keyboard.down('Shift');
  await page.mouse.move(x + 40, y + 70, { steps: 20 });
  await page.keyboard.up('Shift');
  await page.mouse.up();
  await expect(told).not.toHaveText(/4\.0 cm above/, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Lower' }).click();
  await expect(stage(page)).toHaveAttribute('data-phase', 'held', { timeout: 60_000 });
  const before = await list(page).count();
  await page.getByRole('button', { name: 'Let go' }).click();
  await rest(page, before);
  await expect(tower(page, 0)).toContainText('1 block');
});

test('wood is heard when it touches, unless somebody wants silence', async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      heard.push(this.buffer?.length ?? 0);
      start.apply(this, when);
    };
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard.length);
  await begin(page, 'Tower of Babel');
  await takeUp(page, 1);
  expect(await heard()).toBe(0);
  await lower(page);
  expect(await heard()).toBe(1);
  await page.getByRole('button', { name: 'Put back' }).click();
  await page.getByRole('button', { name: 'Turn the sound off' }).click();
  const quiet = await heard();
  await miss(page, 10);
  expect(await heard()).toBe(quiet);
});

/** How many blocks were seen on their way while something was done. */
async function gliding(canvas: Locator, deed: () => Promise<void>): Promise<() => Promise<number>> {
  await canvas.evaluate((canvas) => {
    Object.assign(window, { most: 0 });
    const seen = () => {
      const now = window as unknown as { most: number };
      now.most = Math.max(now.most, Number((canvas as HTMLElement).dataset.gliding));
    };
    new MutationObserver(seen).observe(canvas, { attributeFilter: ['data-gliding'] });
  });
  await deed();
  return () => canvas.evaluate(() => (window as unknown as { most: number }).most);
}

for (const motion of ['no-preference', 'reduce'] as const)
  test.describe(`with ${motion === 'reduce' ? 'reduced motion' : 'motion'}`, () => {
    test.use({ contextOptions: { reducedMotion: motion } });

    test('a block that goes back to the market is seen on its way', async ({ page }) => {
      const canvas = await open(page, 'Tower of Babel');
      await takeUp(page, 1);
      const most = await gliding(canvas, () => page.keyboard.press('Escape'));
      await expect(stage(page)).toHaveAttribute('data-phase', 'none');
      if (motion === 'reduce') {
        await page.waitForTimeout(1000);
        expect(await most()).toBe(0);
      } else {
        await expect.poll(most, { timeout: 20_000 }).toBe(1);
        await expect(canvas).toHaveAttribute('data-gliding', '0', { timeout: 20_000 });
      }
    });
  });

test('a block that did not raise the tower is taken off before all eyes', async ({ page }) => {
  const canvas = await open(page, 'The Good Pile');
  /** Buys a block for nothing and lays it, so many steps from the middle. */
  const lay = async (block: number, way: string, steps: number) => {
    await sell(page, block, 'To the highest bidder');
    await press(page, 'Pass');
    const before = await list(page).count();
    await takeUp(page);
    for (let step = 0; step < steps; step++) await page.keyboard.press(way);
    await page.waitForTimeout(800);
    await lower(page);
    await page.keyboard.press('Enter');
    await rest(page, before);
  };
  // A disc, the other's slab, a cube on the left of the disc, and a smaller one on its right: that is no higher.
  await lay(16, 'ArrowLeft', 0);
  await lay(1, 'ArrowLeft', 0);
  await lay(3, 'ArrowLeft', 6);
  await expect(tower(page, 0)).toContainText('2 blocks');
  await lay(2, 'ArrowLeft', 0);
  const most = await gliding(canvas, () => lay(5, 'ArrowRight', 7));
  await expect(tower(page, 0)).toContainText('2 blocks');
  await expect(list(page).last()).toContainText('3.8 cm');
  expect(await most()).toBe(1);
});

test('a hundred blocks are drawn in a few strokes, and only when something changed', async ({ page }) => {
  const canvas = await open(page, 'Tower of Babel', ['Sac Noir']);
  await expect.poll(() => count(canvas, 'triangles'), { timeout: 60_000 }).toBeGreaterThan(10_000);
  await takeUp(page, 1);
  await page.keyboard.press('ArrowRight');
  // With the hand, its ghost and all shadows.
  await expect.poll(() => count(canvas, 'calls')).toBeGreaterThan(4);
  expect(await count(canvas, 'calls')).toBeLessThanOrEqual(20);
  expect(await count(canvas, 'triangles')).toBeLessThan(100_000);
  await page.keyboard.press('Escape');
  // Once the block is back and the camera has followed, nothing changes any more.
  const drawn = async () => {
    const before = await count(canvas, 'pictures');
    await page.waitForTimeout(1500);
    return (await count(canvas, 'pictures')) - before;
  };
  await expect.poll(drawn, { timeout: 60_000 }).toBe(0);
});
