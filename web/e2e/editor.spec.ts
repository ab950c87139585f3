import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { press } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

async function open(page: Page, game: string): Promise<void> {
  await page.goto(`/box/${game}`);
  await page.getByRole('link', { name: 'Set up a position' }).click();
  await expect(page.getByRole('status').first()).toContainText('This position can be played.');
}

/** The position in the address. */
const position = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('position');

async function drag(page: Page, from: string, to: string): Promise<void> {
  await page.locator(`[data-spot="${from}"]`).hover({ force: true });
  await page.mouse.down();
  await page.locator(`[data-spot="${to}"]`).hover({ force: true });
  await page.mouse.up();
}

test('piles are set up by mouse and keyboard, and the rules judge them', async ({ page }) => {
  await open(page, 'basik');
  const verdict = page.getByRole('status').first();
  for (let pawn = 0; pawn < 4; pawn++) await press(page, 'b2');
  // Four pawns: the article stands beside, its cell is marked, and nothing can be begun.
  await expect(verdict).toContainText('Article B5');
  await expect(page.locator('[data-spot="b2"]')).toHaveClass(/lit/);
  await expect(page.getByRole('button', { name: 'Play it on this screen' })).toBeDisabled();
  await axe(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict).toContainText('This position can be played.');
  await page.getByRole('radio', { name: 'blue pawn' }).check({ force: true });
  await press(page, 'd4');
  await drag(page, 'd4', 'c3');
  await expect.poll(() => position(page)).toBe('..../..b1./.r3../.... r 17,19');
  // Too many pawns: another article.
  await page.getByRole('button', { name: 'One more: Blue' }).click();
  await expect(verdict).toContainText('Article B1');
  await page.getByRole('link', { name: 'Read article B1' }).click();
  await expect(page.locator('#B1, [id$="B1"]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'One less: Blue' }).click();
  // By keyboard: along the cells, Enter puts down, Delete takes away.
  await page.locator('[data-spot="c3"]').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await page
    .getByRole('group', { name: 'To play' })
    .getByRole('radio', { name: 'Blue' })
    .check({ force: true });
  await expect.poll(() => position(page)).toBe('..b1./..../.r3../.... b 17,19');
  // The address is the link.
  await page.reload();
  await expect(page.locator('[data-spot="b2"]')).toHaveAttribute('aria-label', /pile of 3/);
  await axe(page);
});

test('a position is played against the bot, and again', async ({ page }) => {
  await page.goto('/edit/basik#seats=2&position=..../..b1./.r3../.... r 17,19');
  await page.getByRole('button', { name: 'Play it against the bot' }).click();
  await page.waitForURL(/\/table\//);
  await expect(page.locator('[data-spot="b2"]')).toHaveAttribute('aria-label', /pile of 3/);
  await press(page, 'b2');
  await press(page, 'c3');
  await expect(page.locator('[data-step]')).toHaveCount(2);
  await page.reload();
  await expect(page.locator('[data-step]')).toHaveCount(2);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.locator('.end').getByRole('button', { name: 'Play again' }).click();
  await expect(page.locator('[data-step]')).toHaveCount(0);
  await expect(page.locator('[data-spot="c3"]')).toHaveAttribute('aria-label', /blue pawn/);
});

test('the engine is asked, and a won position becomes a puzzle that somebody solves', async ({
  page,
  context,
}) => {
  // Red leads, and places the last pawn.
  await page.goto('/edit/basik#seats=2&position=r1r1../.b1../..../.... r 1,5');
  await page.getByRole('button', { name: 'Ask the engine' }).click();
  const best = page.getByRole('list', { name: 'What the engine would play' });
  await expect(best.getByRole('listitem').first()).toContainText('wins in 1 action');
  await page.getByRole('button', { name: 'Make it a puzzle' }).click();
  const link = page.getByRole('textbox', { name: 'Link to the puzzle' });
  const address = await link.inputValue();
  await axe(page);
  const solver = await context.newPage();
  await solver.goto(address);
  await expect(solver.getByRole('heading', { name: 'Find the win' })).toBeVisible();
  await axe(solver);
  // A pile that moves wins nothing yet: whether the win stays is proven, or the turn is taken back.
  await solver.getByRole('button', { name: 'A hint' }).click();
  await expect(solver.locator('[data-spot].lit')).toHaveCount(1);
  await press(solver, 'd1');
  await expect(solver.getByRole('status')).toContainText('Solved, and won.');
  await solver.getByRole('button', { name: 'Do it again' }).click();
  await solver.getByRole('button', { name: 'Show me' }).click();
  await expect(solver.getByRole('status')).toContainText('That is how it goes.');
});

test('no puzzle is made of a position that nobody is proven to win', async ({ page }) => {
  await page.goto('/edit/basik#seats=2&position=..../..b1./.r1../.... r 19,19');
  await page.getByRole('button', { name: 'Make it a puzzle' }).click();
  await expect(page.getByText('The engine finds no forced win for Red here')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('textbox', { name: 'Link to the puzzle' })).toHaveCount(0);
});

test('patrols and guards are set up on a phone, with the variant', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'tactic');
  const verdict = page.getByRole('status').first();
  await page
    .getByRole('group', { name: /Variant|Game/ })
    .getByRole('radio')
    .nth(1)
    .check({ force: true });
  await expect.poll(() => page.url()).toContain('variant=capture');
  await page.getByRole('radio', { name: 'yellow guard' }).check({ force: true });
  await press(page, '1b');
  await expect(verdict).toContainText('Article T7');
  await page.getByRole('button', { name: 'Undo' }).click();
  await drag(page, 'reserve-0-0', '5c');
  await expect(verdict).toContainText('This position can be played.');
  await drag(page, '1b', '12b');
  await expect.poll(() => position(page)).toContain('P.P 0 1,2 - 0,0 -,- capture');
  await axe(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test('a game whose positions can not be read offers no editor, and a bad link says so', async ({ page }) => {
  await page.goto('/box/bausack');
  await expect(page.getByRole('link', { name: 'The rules' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up a position' })).toHaveCount(0);
  await page.goto('/learn/basik/own#nothing');
  await expect(page.getByRole('heading', { name: 'This link holds no position to play.' })).toBeVisible();
});
