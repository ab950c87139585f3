import { existsSync, readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { actionsOf } from '../src/learn/judge';
import type { LessonStep } from '../src/learn/lesson';
import { chapters, type Puzzle, read } from '../src/learn/puzzle';
import { press } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const GAMES = ['basik', 'expion', 'tactic'];

function lessonOf(game: string): LessonStep[] {
  const file = new URL(`../../games/${game}/lesson.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { steps: LessonStep[] }).steps;
}

function puzzlesOf(game: string): Puzzle[] {
  const file = new URL(`../../games/${game}/puzzles.txt`, import.meta.url);
  return existsSync(file) ? read(readFileSync(file, 'utf8')) : [];
}

/** Does an action with the mouse. */
async function act(page: Page, action: string): Promise<void> {
  if (action.startsWith('@')) {
    await page.locator('[data-spot^="reserve"][aria-disabled="false"]').first().click({ force: true });
    await press(page, action.slice(1));
    return;
  }
  const reserve = page.locator('[data-spot^="reserve"][aria-disabled="false"]').first();
  if (action.startsWith('lose ')) {
    const spot = action.slice(5);
    await (spot === 'reserve' ? reserve.click({ force: true }) : press(page, spot));
    await press(page, 'box');
    return;
  }
  for (const spot of action.match(/[a-z]\d+|\d+[a-z]/g) ?? []) await press(page, spot);
  // Where only the call is legal, nobody asks.
  const call = page.getByRole('button', { name: /Call it/ });
  if (action.endsWith('*')) await expect(call.or(page.locator('.state.done'))).toBeVisible();
  if (await call.isVisible()) await call.click();
}

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
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
      if (index + 1 < steps.length) await page.getByRole('link', { name: /Next (step|chapter)/ }).click();
    }
    // A chapter ends in a short game of what it was about.
    await page.getByRole('button', { name: 'A first game, level 1' }).click();
    await expect(page.getByText('Bot 1').first()).toBeVisible();
    const last = steps.at(-1);
    await expect(page.locator('.seat')).toHaveCount(last?.seats ?? 0);
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

for (const game of GAMES) {
  const puzzles = puzzlesOf(game);

  test(`puzzles of ${game}`, async ({ page }) => {
    test.setTimeout(60_000);
    expect(puzzles.length).toBeGreaterThanOrEqual(12);
    // The first of each setting.
    const firsts = chapters(puzzles).flatMap((chapter) => chapter.puzzles.slice(0, 1));
    for (const { puzzle, number } of firsts) {
      await page.goto(`/learn/${game}`);
      await page.getByRole('link', { name: new RegExp(`^Puzzle ${number},`) }).click();
      await ready(page);
      for (const [first = ''] of puzzle.turns) {
        for (const action of actionsOf(first)) {
          await ready(page);
          await act(page, action);
        }
      }
      await expect(page.locator('.state.done')).toContainText('Solved');
    }
    await page.goto(`/learn/${game}`);
    await expect(page.getByText(`${firsts.length} of ${puzzles.length} solved.`)).toBeVisible();
  });
}

test('a wrong try, and the solution shown', async ({ page }) => {
  test.setTimeout(60_000);
  const number = puzzlesOf('basik').length;
  const puzzle = puzzlesOf('basik').at(-1);
  await page.goto(`/learn/basik/puzzle/${number}`);
  await ready(page);
  const label = page.getByLabel('Type an action');
  const right = puzzle?.turns[0] ?? [];
  // The last legal action that the list suggests is not the one that wins, or the first is not.
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll('[data-spot][aria-disabled="false"]')]
      .filter((spot) => spot.getAttribute('aria-label')?.endsWith('empty'))
      .map((spot) => spot.getAttribute('data-spot') ?? ''),
  );
  const other = wrong.find((spot) => !right.includes(spot));
  if (other) {
    await label.fill(other);
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.locator('.state')).toContainText('taken back');
  }
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(page.locator('.state')).toContainText('That is how it goes');
  await page.getByRole('button', { name: 'Do it again' }).click();
  await ready(page);
  await page.goto('/learn/basik');
  await expect(page.getByText(/^.*0 of \d+ solved\.$/)).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`by ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    test('axe finds nothing', async ({ page }) => {
      test.setTimeout(60_000);
      await page.goto('/learn/tactic');
      await expect(page.getByRole('heading', { name: 'Learn Tactic' })).toBeVisible();
      await axe(page);
      await page.goto('/learn/tactic/4');
      await ready(page);
      await axe(page);
      await page.goto('/learn/expion/puzzle/1');
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
  for (const address of ['/learn/basik', '/learn/basik/3', '/learn/tactic/4', '/learn/expion/puzzle/2']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(360);
  }
  await page.goto('/learn/basik/99');
  await expect(page.getByRole('heading', { name: 'Cette page n’est pas sur l’étagère.' })).toBeVisible();
});

test('the whole lesson of the wooden blocks, by keyboard', async ({ page }) => {
  test.setTimeout(180_000);
  await page.addInitScript(() => localStorage.setItem('bausack picture', 'flat'));
  const steps = lessonOf('bausack');
  const lay = async (block: number, ...keys: string[]) => {
    await page.locator(`[data-block="${block}"]`).click();
    await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'air');
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForTimeout(500);
    await page.keyboard.press('l');
    await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'held', { timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Lower' })).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Enter');
  };
  const exercises = [
    () => lay(1),
    () => lay(3),
    () => lay(10, 'Shift+D'),
    () => page.getByRole('button', { name: '1 bean', exact: true }).click(),
    () => page.getByRole('button', { name: 'Refuse: 2 beans', exact: true }).click(),
    () => lay(10),
    () => page.getByRole('button', { name: '1 bean', exact: true }).click(),
    () => page.getByRole('button', { name: 'Let the giver place it' }).click(),
    () => page.getByRole('button', { name: '1 bean', exact: true }).click(),
    () => page.getByRole('button', { name: /^To / }).click(),
  ];
  await page.goto('/learn/bausack/3');
  // Upright is not what was asked for, and is taken back.
  await lay(10);
  await expect(page.locator('.state')).toContainText(/Not yet|miss|again/i, { timeout: 30_000 });
  await expect(page.locator('[data-tower="0"]')).toContainText('1 block');
  for (const [index, step] of steps.entries()) {
    await page.goto(`/learn/bausack/${index + 1}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(step.title.en);
    await expect(page.locator('.state')).toContainText('Your turn');
    if (index === 0) await axe(page);
    await exercises[index]?.();
    await expect(page.locator('.state.done')).toContainText(step.done.en, { timeout: 30_000 });
  }
});

test('the first of two turns is acknowledged; a slower win is told from none', async ({ page }) => {
  test.setTimeout(120_000);
  const puzzles = puzzlesOf('basik');
  const number = puzzles.findIndex(({ force, turns }) => force === 2 && turns.length === 2) + 1;
  const { turns } = puzzles[number - 1] as Puzzle;
  await page.goto(`/learn/basik/puzzle/${number}`);
  await ready(page);
  const state = page.locator('.state');
  // Something legal that is not the answer.
  const [first = ''] = actionsOf(turns[0]?.[0] ?? '');
  const other = page.locator('[data-spot][aria-label$="empty"][aria-disabled="false"]').first();
  expect(first).not.toBe(await other.getAttribute('data-spot'));
  await other.click({ force: true });
  await expect(state).toHaveText(/it does not win|That wins too, but not as soon as asked/, {
    timeout: 15_000,
  });
  await ready(page);
  for (const action of actionsOf(turns[0]?.[0] ?? '')) await act(page, action);
  await expect(state).toHaveText('Right: turn 1 of 2 is found. Go on.');
  await ready(page);
  for (const action of actionsOf(turns[1]?.[0] ?? '')) await act(page, action);
  await expect(state).toHaveText('Solved, and won.');
});
