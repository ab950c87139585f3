import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { begin, end, lay, list, miss, rest, said, stage, takeUp } from './bausack-hand';

test.use({ viewport: { width: 900, height: 700 } });

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

test('knocking over is not free: the hand opens, and no button takes the fall back', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'Tower of Babel');
  await lay(page, 1);
  await lay(page, 10);
  await takeUp(page, 3);
  // Pushed with the block in hand, the pillar falls; nobody has let go, and Escape comes too late.
  const before = await list(page).count();
  for (let step = 0; step < 25; step++) await page.keyboard.press('ArrowLeft');
  for (let step = 0; step < 27; step++) await page.keyboard.press('PageDown');
  // The block comes down beside the pillar.
  await page.waitForTimeout(2500);
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await rest(page, before);
  await expect(said(page)).toContainText(/Down: .*Blue gets 1 bean/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('alert')).toContainText('A fall can’t be taken back.');
  await expect(list(page)).toHaveCount(before + 2);
});

test('an illegal bid cites its article', async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, 'Knock-Out');
  await page.locator('[data-block="5"]').click();
  await page.getByRole('button', { name: 'To the highest bidder' }).click();
  await expect(page.getByText('Your call')).toBeVisible();
  const typed = page.getByLabel('Type an action');
  await typed.fill('bid 11');
  await typed.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Article S3');
  await page.keyboard.press('Escape');
  // Every bid that may be made is a button, with its beans.
  await expect(page.getByRole('button', { name: /^\d+ beans?$/ })).toHaveCount(10);
  await page.getByRole('button', { name: '2 beans', exact: true }).click();
  await expect(list(page).last()).toContainText('2 beans');
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await expect(said(page)).toContainText('Pass');
});

test('what the rulebook does not let begin can not be chosen', async ({ page }) => {
  await page.goto('/box/bausack#here');
  const cards = page.getByRole('group', { name: 'Game' }).getByRole('radio');
  await expect(cards).toHaveCount(5);
  const counts = page.getByRole('group', { name: 'How many seats?' });
  await counts.getByRole('radio', { name: '4' }).check({ force: true });
  await page.getByRole('radio', { name: /Three Reds Win .* A duel at auction/ }).check({ force: true });
  await expect(counts.getByRole('radio', { name: '2' })).toBeChecked();
  await expect(counts.getByRole('radio', { name: '4' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Blocks are drawn' })).toBeDisabled();
  await page.getByRole('radio', { name: /Tower of Babel/ }).check({ force: true });
  await expect(counts.getByRole('radio', { name: '4' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Blocks are drawn' })).toBeEnabled();
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
  await begin(page, 'Tower of Babel', { picture: 'scene' });
  await expect(stage(page).locator('canvas')).toBeVisible({ timeout: 60_000 });
  await takeUp(page, 1);
  // The wheel lifts, the buttons lower.
  const told = page.locator('[data-hand]');
  await expect(told).toHaveText(/ 4\.0 cm above; flat/, { timeout: 30_000 });
  await stage(page).locator('canvas').hover();
  await page.mouse.wheel(0, -200);
  await expect(told).toHaveText(/ 6\.4 cm above; flat/, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Lower' }).click();
  await expect(stage(page)).toHaveAttribute('data-phase', 'held', { timeout: 60_000 });
  const before = await list(page).count();
  await page.getByRole('button', { name: 'Let go' }).click();
  await rest(page, before);
  await expect(page.locator('[data-tower="0"]')).toContainText('1 block');
});
