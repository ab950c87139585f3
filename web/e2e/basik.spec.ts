import { expect, test } from '@playwright/test';
import { begin, play, playOut, press, steps } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const seats of [2, 3, 4]) {
  test(`a whole game of ${seats} on one screen`, async ({ page }) => {
    test.setTimeout(240_000);
    await begin(page, 'basik', seats);
    const count = await playOut(page, 40 + seats);
    expect(count).toBeGreaterThan(30);
    const end = page.locator('.end');
    await expect(end.getByRole('link')).toHaveAttribute('href', /\/rules\/basik#B1[6-9]/);
    await expect(end.getByRole('listitem')).toHaveCount(seats);
    // Look again, then play again.
    await end.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByText(`Action 0 of ${count}`)).toBeVisible();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.locator('.end').getByRole('button', { name: 'Play again' }).click();
    await expect(page.locator('[data-step]')).toHaveCount(0);
  });
}

test('a whole game against a bot', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'basik', 2, 1);
  await expect(page.getByText('Bot 1').first()).toBeVisible();
  await playOut(page, 7);
  await expect(page.locator('.end h2')).toContainText(/wins|You win|Drawn|share/);
});

test('an illegal action shows its article, one click from the rulebook', async ({ page }) => {
  await begin(page, 'basik', 2);
  await play(page, 'b2');
  await press(page, 'b2');
  const slip = page.getByRole('alert');
  await expect(slip).toContainText('Article B4');
  await expect(slip).toContainText('A pawn is placed on an empty cell only.');
  await expect(page.locator('[data-spot="b2"]')).toHaveClass(/lit/);
  // It never stands in the way: the next press puts it aside.
  await play(page, 'c3');
  await expect(slip).toHaveCount(0);
  await press(page, 'c3');
  await slip.getByRole('link').click();
  await expect(page).toHaveURL(/\/table\//);
  await expect(page.locator('h3#B4')).toBeInViewport();
});

test('a forbidden cell is marked and explained', async ({ page }) => {
  await begin(page, 'basik', 2);
  for (const cell of ['d4', 'a2', 'd3', 'b1']) await play(page, cell);
  await expect(page.locator('[data-spot="a1"]')).toHaveAttribute('aria-label', 'a1, empty, forbidden (B14)');
  await press(page, 'a1');
  await expect(page.getByRole('alert')).toContainText('Article B14');
});

test('encirclement and substitution are told in words', async ({ page }) => {
  await begin(page, 'basik', 2);
  for (const cell of ['a1', 'a2', 'd4', 'b1']) await play(page, cell);
  await expect(page.locator('[aria-live="polite"]').first()).toHaveText(
    'Blue places on b1; a red pawn on a1 is encircled (B9)',
  );
  await expect(page.locator('[data-spot="a1"]')).toHaveAttribute('aria-label', /a1, empty/);
});

test('the board counts quiet actions down before they matter', async ({ page }) => {
  await begin(page, 'basik', 2);
  await play(page, 'a1');
  await play(page, 'd4');
  const ring = page.getByRole('img', { name: /more actions without a placement/ });
  await expect(ring).toHaveCount(0);
  for (const way of ['a1 a2', 'd4 d3', 'a2 a1', 'd3 d4', 'a1 a2', 'd4 d3'])
    await play(page, ...way.split(' '));
  await expect(ring).toHaveAttribute('aria-label', /^54 more actions without a placement .*\(B19\)\.$/);
  await expect(ring).toHaveText(/54/);
  await play(page, 'b4');
  await expect(ring).toHaveCount(0);
});

test('the keyboard alone is enough', async ({ page }) => {
  await begin(page, 'basik', 2);
  const first = page.locator('[data-spot="a1"]');
  await first.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-spot="b2"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-step]')).toHaveText(/b2/);
  // Blue types its action, wherever the focus is on the board.
  await page.locator('[data-spot="b2"]').focus();
  await page.keyboard.type('c3');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-step]')).toHaveCount(2);
  // Red picks its pile up and moves it.
  await page.locator('[data-spot="b2"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-spot="b2"]')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(page.locator('[data-step]').last()).toHaveText(/b2 to b1/);
});

test('a pile is dragged', async ({ page }) => {
  await begin(page, 'basik', 2);
  await play(page, 'b2');
  await play(page, 'd4');
  await page.locator('[data-spot="b2"]').hover({ force: true });
  await page.mouse.down();
  await page.locator('[data-spot="c3"]').hover({ force: true });
  await page.mouse.up();
  await expect(page.locator('[data-step]').last()).toHaveText(/b2 to c3/);
});

test('taking back, looking back, and a reload that loses nothing', async ({ page }) => {
  await begin(page, 'basik', 2);
  for (const cell of ['b2', 'c3', 'a1']) await play(page, cell);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.locator('[data-step]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Previous action' }).click();
  await expect(page.locator('[data-spot="c3"]')).toHaveAttribute('aria-label', 'c3, empty');
  await page.reload();
  await expect(page.locator('[data-step]')).toHaveCount(2);
  await expect(page.locator('[data-spot="c3"]')).toHaveAttribute('aria-label', 'c3, a blue pawn');
});

test('resigning, a draw, and the record out and in', async ({ page }) => {
  await begin(page, 'basik', 2);
  for (const cell of ['b2', 'c3']) await play(page, cell);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('The record').click();
  const record = (await page.locator('.sheet pre').textContent()) ?? '';
  expect(record).toContain('game: basik');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.end h2')).toHaveText('Blue wins');
  await page.goto('/');
  await page.getByText('Bring a written game').click();
  await page.getByLabel('Text of the record').fill(record);
  await page.getByRole('button', { name: 'Open the game' }).click();
  await expect(page.locator('[data-step]')).toHaveCount(2);
  expect(await steps(page)).toBe(2);
});

test('each action is confirmed, if one likes', async ({ page }) => {
  await begin(page, 'basik', 2);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('checkbox', { name: 'Confirm each action' }).check();
  await press(page, 'b2');
  await expect(page.locator('[data-step]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'c3');
  await page.getByRole('button', { name: 'Confirm c3' }).click();
  await expect(page.locator('[data-step]')).toHaveText(/c3/);
});
