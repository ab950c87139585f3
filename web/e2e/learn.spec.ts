import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { actionsOf } from '../src/learn/judge';
import type { LessonStep } from '../src/learn/lesson';
import { press } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const GAMES = ['basik', 'expion', 'tactic'];

function lessonOf(game: string): LessonStep[] {
  const file = new URL(`../../games/${game}/lesson.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { steps: LessonStep[] }).steps;
}

/** Does an action with the mouse. */
async function act(page: Page, action: string): Promise<void> {
  if (action.startsWith('@')) {
    await page.locator('[data-spot^="reserve"][aria-disabled="false"]').first().click({ force: true });
    await press(page, action.slice(1));
    return;
  }
  for (const spot of action.match(/[a-z]\d+|\d+[a-z]/g) ?? []) await press(page, spot);
  if (action.endsWith('*')) await page.getByRole('button', { name: /Call it/ }).click();
}

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(told).toEqual([]);
}

/** Waits until the board can be pressed. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator('[data-spot][aria-disabled="false"]').first()).toBeAttached();
}

for (const game of GAMES) {
  test(`the whole lesson of ${game}, by mouse`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto(`/learn/${game}`);
    await page.getByRole('link', { name: 'Begin' }).click();
    const steps = lessonOf(game);
    for (const [index, step] of steps.entries()) {
      await expect(page).toHaveURL(new RegExp(`/learn/${game}/${index + 1}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(step.title.en);
      await ready(page);
      for (const action of actionsOf(step.answers[0] ?? '')) {
        await ready(page);
        await act(page, action);
      }
      await expect(page.locator('.state.done')).toContainText(step.done.en);
      if (index + 1 < steps.length) await page.getByRole('link', { name: 'Next step' }).click();
    }
    await page.getByRole('button', { name: 'A first game, level 1' }).click();
    await expect(page.getByText('Bot 1').first()).toBeVisible();
    // What was learned is still known after a reload.
    await page.goto(`/learn/${game}`);
    await expect(page.getByRole('link', { name: 'Once more from the start' })).toBeVisible();
  });
}

test('what misses the aim is taken back, what is illegal shows its article', async ({ page }) => {
  await page.goto('/learn/basik/4');
  await ready(page);
  await press(page, 'a1');
  await expect(page.getByRole('status').filter({ hasText: 'that is not what was asked for' })).toBeVisible();
  await expect(page.locator('[data-spot="a1"]')).toHaveAttribute('aria-label', /a1, empty/);
  await press(page, 'c2');
  await press(page, 'b3');
  await expect(page.getByRole('alert')).toContainText('Article B7');
  await axe(page);
  await page.getByRole('button', { name: 'A hint' }).click();
  await expect(page.locator('.state')).toContainText('The pile on c2 is higher');
  await expect(page.locator('[data-spot="c2"]')).toHaveClass(/lit/);
  // By keyboard: the same board.
  await page.locator('[data-spot="c2"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-spot="d1"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.state.done')).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`by ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    test('nothing stands in anybody’s way', async ({ page }) => {
      await page.goto('/learn/tactic');
      await expect(page.getByRole('heading', { name: 'Learn Tactic' })).toBeVisible();
      await axe(page);
      await page.goto('/learn/tactic/4');
      await ready(page);
      await axe(page);
    });
  });
}

test('the shelf and the box lead to it, in both languages, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Learn Basik' }).click();
  await expect(page).toHaveURL(/\/learn\/basik$/);
  await page.goto('/box/basik');
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expect(page).toHaveURL(/\/learn\/basik$/);
  await page.getByRole('button', { name: 'Lire en français' }).click();
  await expect(page.getByRole('heading', { name: 'Apprendre Basik' })).toBeVisible();
  for (const address of ['/learn/basik', '/learn/basik/3', '/learn/tactic/4']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(360);
  }
  await page.goto('/learn/basik/99');
  await expect(page.getByRole('heading', { name: 'Cette page n’est pas sur l’étagère.' })).toBeVisible();
});
