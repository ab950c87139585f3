import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { begin, play, playOut, press, steps } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
}

test('a hint: the piece, the action, the reason; counted against a strong bot', async ({ page }) => {
  await begin(page, 'basik', 2, 5);
  await press(page, 'b2');
  await expect(page.locator('[data-step]')).toHaveCount(2);
  const hint = page.getByRole('region', { name: 'Hint' });
  await hint.getByRole('button', { name: 'Hint' }).click();
  await expect(hint).toContainText('It begins where the board is marked.');
  await expect(page.locator('[data-spot].lit')).toHaveCount(1);
  await hint.getByRole('button', { name: 'Which action?' }).click();
  const action = (await hint.locator('strong').textContent())?.trim() ?? '';
  expect(action).toMatch(/^[a-d][1-4]/);
  await hint.getByRole('button', { name: 'Why?' }).click();
  await expect(hint).toContainText(/keeps a chance of \d+ %|wins in \d+/);
  await axe(page);
  // What was pointed at can be done; then the hint is gone.
  for (const spot of action.match(/[a-d][1-4]/g) ?? []) await press(page, spot);
  await expect(page.locator('[data-step]')).toHaveCount(4);
  await expect(hint.locator('strong')).toHaveCount(0);
  await resign(page);
  await expect(page.locator('.end')).toContainText('With 1 hint.');
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);
});

test('hints are free against the lower levels, and there are none between people', async ({ page }) => {
  await begin(page, 'basik', 2, 4);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('[data-spot].lit').first()).toBeAttached();
  await resign(page);
  await expect(page.locator('.end')).toBeVisible();
  await expect(page.locator('.end')).not.toContainText('hint');
  await begin(page, 'basik', 2);
  await play(page, 'b2');
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);
});

test('one’s own mistakes are exercises on the board', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'basik', 2);
  await playOut(page, 44);
  await page.locator('.end').getByRole('button', { name: 'Replay my mistakes' }).click();
  const panel = page.getByRole('region', { name: 'Replay my mistakes' });
  await expect(panel).toContainText(/Mistake 1 of \d/, { timeout: 120_000 });
  await expect(panel).toContainText(/You played .+: the chance fell from \d+ % to \d+ %\./);
  await axe(page);
  const count = await steps(page);
  // The mistake itself is no answer.
  await page.getByRole('button', { name: 'Next action' }).click();
  await expect(panel).toContainText(/keeps \d+ %; there is something with \d+ %|is not better/, {
    timeout: 30_000,
  });
  await panel.getByRole('button', { name: 'Show me' }).click();
  await expect(panel).toContainText('Better was');
  const better = /Better was (.+)\./.exec((await panel.textContent()) ?? '')?.[1] ?? '';
  // The better action, done on the board, is right.
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.locator('.end').getByRole('button', { name: 'Replay my mistakes' }).click();
  await expect(panel).toContainText(/Mistake 1 of \d/, { timeout: 120_000 });
  for (const spot of better.match(/[a-e][1-5]/g) ?? []) await press(page, spot);
  await expect(panel).toContainText('is right', { timeout: 30_000 });
  // Nothing of it has touched the game.
  expect(await steps(page)).toBe(count);
});

test('the bot at one’s own level follows the results', async ({ page }) => {
  await page.goto('/box/basik#bot');
  const levels = page.getByRole('group', { name: 'Level' });
  await levels.getByRole('radio', { name: 'Mine' }).check({ force: true });
  await expect(page.getByText('now level 3')).toBeVisible();
  await page.getByRole('button', { name: 'Begin: Play a bot' }).click();
  await expect(page.locator('.seat', { hasText: 'Bot 3' })).toHaveCount(1);
  await resign(page);
  await expect(page.locator('.end')).toContainText('Bot 3 wins');
  await page.goto('/box/basik#bot');
  await levels.getByRole('radio', { name: 'Mine' }).check({ force: true });
  await expect(page.getByText('now level 2')).toBeVisible();
});

test('games of this browser are in "my games", without a server too', async ({ page }) => {
  await begin(page, 'basik', 2, 1);
  await press(page, 'b2');
  await resign(page);
  await expect(page.locator('.end')).toBeVisible();
  await page.goto('/games');
  await expect(page.getByText('These pages have no server')).toBeVisible();
  const row = page.locator('main li');
  await expect(row).toHaveText(/Basik\s*You, Bot 1.*Lost/s);
  await page.getByLabel('Result').selectOption('Won');
  await expect(row).toHaveCount(0);
  await page.getByLabel('Result').selectOption('Any');
  await page.getByLabel('Game').selectOption('Tactic');
  await expect(row).toHaveCount(0);
  await page.getByLabel('Game').selectOption('Basik');
  await row.getByRole('link').click();
  await expect(page.locator('.end')).toContainText('You resigned.');
});

test('a game can be followed without looking: actions, turns, targets and refusals are read aloud', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    speechSynthesis.speak = ({ text, lang }) => void said.push(`${lang}: ${text}`);
  });
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  await begin(page, 'basik', 2);
  await play(page, 'b2');
  expect(await said()).toEqual([]);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('checkbox', { name: 'Read every action aloud' }).check();
  await play(page, 'c3');
  await expect.poll(said).toContain('en: Blue places on c3');
  await expect.poll(said).toContain('en: Red to play');
  await press(page, 'b2');
  await expect(page.locator('[aria-live="polite"]').first()).toContainText(
    /^b2, a red pawn is taken up\. It can go to: /,
  );
  await expect.poll(async () => (await said()).some((text) => text.includes('b1, empty ;'))).toBe(true);
  await press(page, 'd4');
  await expect.poll(async () => (await said()).some((text) => /^en: Article B\d+\. ./.test(text))).toBe(true);
});

test('for children: larger, easier, no clock, the action is shown', async ({ page }) => {
  await page.goto('/box/basik#bot');
  const size = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const usual = await size();
  await page.getByRole('button', { name: 'For children' }).click();
  expect(await size()).toBeGreaterThan(usual);
  await expect(page.getByRole('group', { name: 'Clock' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Level' }).getByRole('radio')).toHaveCount(2);
  await page.getByRole('button', { name: 'Begin: Play a bot' }).click();
  await expect(page.locator('.seat', { hasText: 'Bot 1' })).toHaveCount(1);
  // Without asking.
  await expect(page.locator('[data-spot].lit').first()).toBeAttached();
  await expect(page.getByLabel('Type an action')).toHaveCount(0);
  await axe(page);
});
