import { deflateRawSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { begin, play, press } from './table';

/** A game of two beginners, in which a lot goes wrong. */
const GAME =
  'c1 a1 c2 b4 b3 b4-a4 a3 c3 c2-d2 d4 b3-a2 c2 b2 b1 b4 d3 b3 c3+c2 b4-c3 b4 b3+b2 d4+d3 d4 c4 d3 b3 b2xb1 a4 d4+d3 ' +
  'a4+b3 b1-c2 b1 d2+c1 c4+b3 c4 d2 d3+c4 a1 c4xb4 d4 c1xb1 d1 d3 d1+d2 d1 pass a2+b1 a1 a2 pass d2 pass c1+d1 pass a4 ' +
  'pass b1-a1 b1 c1 pass d1+d2 pass b3 pass b1 pass d4 pass d1';
const COUNT = GAME.split(' ').length;

/** A link that holds a whole game. */
function link(at: number): string {
  const log = GAME.split(' ').map((action, index) => `${index % 2} ${action}`);
  const head = [
    'ludotheque record 1',
    'game: basik',
    'rules: 1',
    'seats: 2',
    'clock: none',
    'name 0: Ada',
    'name 1: Bob',
  ];
  const record = [...head, 'result: 1 2', '', ...log, ''].join('\n');
  return `/table/elsewhere?at=${at}#game:${deflateRawSync(record).toString('base64url')}`;
}

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

const what = (page: Page, spot: string) => page.locator(`[data-spot="${spot}"]`);
const variationSteps = (page: Page) => page.locator('[data-variation]');

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a finished game: best lines, the graph, its turning points', async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto(link(12));
    await expect(page.getByText(`Action 12 of ${COUNT}`)).toBeVisible();
    await page.locator('.end').getByRole('button', { name: 'Analyse' }).click();

    const lines = page.getByRole('list', { name: 'The best lines' });
    await expect(lines.getByRole('listitem')).toHaveCount(3);
    await expect(lines.getByRole('listitem').first()).toHaveText(/\d+\s%|wins in \d+/);
    await expect(page.getByText(/look(ing|ed) \d+ ahead/)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Chances' })).toHaveText(/Ada\s*\d+\s%\s*Bob\s*\d+\s%/);

    // Pointing at an action shows it; leaving shows the present again.
    const board = () =>
      page.locator('[data-spot]').evaluateAll((spots) => spots.map((spot) => spot.ariaLabel));
    const before = await board();
    await lines.getByRole('button').first().hover();
    await expect.poll(board).not.toEqual(before);
    await page.mouse.move(10, 10);
    await expect.poll(board).toEqual(before);

    // The whole game.
    const graph = page.getByRole('img', { name: /Chances after 12 of/ });
    await expect(graph).toHaveAttribute('aria-label', /Ada: \d+\s%, Bob: \d+\s%/);
    await expect(page.getByRole('heading', { name: 'Turning points' })).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('.analysis progress')).toHaveCount(0, { timeout: 60_000 });
    const turning = page.locator('.analysis li', { hasText: /chance fell from \d+\s% to \d+\s%/ });
    expect(await turning.count()).toBeGreaterThan(0);
    await axe(page);

    // One click to the place, one to what was better, one to leave that.
    const [, step] = (await turning.first().textContent())?.match(/(\d+)\./) ?? [];
    await turning.first().getByRole('button').first().click();
    await expect(page.getByText(`Action ${step} of ${COUNT}`)).toBeVisible();
    await turning
      .first()
      .getByRole('button', { name: /^Better/ })
      .click();
    await expect(variationSteps(page)).toHaveCount(1);
    await expect(page.getByText('Trying: nothing here counts')).toBeVisible();
    await page.getByRole('button', { name: 'Leave the variation' }).click();
    await expect(page.getByText(`Action ${Number(step) - 1} of ${COUNT}`)).toBeVisible();
    await expect(page.locator('[data-step]')).toHaveCount(COUNT);

    // A press on the graph goes there.
    const box = await page.getByRole('img', { name: /Chances after/ }).boundingBox();
    if (!box) throw new Error('the graph has no place');
    await page.mouse.click(box.x + 1, box.y + 20);
    await expect(page.getByText(`Action 0 of ${COUNT}`)).toBeVisible();
  });

  test('a link leads to a position, also for somebody who does not have the game', async ({
    page,
    browser,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(link(3));
    await expect(what(page, 'c2')).toHaveAttribute('aria-label', 'c2, a red pawn');
    await expect(what(page, 'b4')).toHaveAttribute('aria-label', 'b4, empty');
    await page.getByRole('button', { name: 'Next action' }).click();
    await expect(page).not.toHaveURL(/at=/);
    await page.getByRole('button', { name: 'Copy the link to this position' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/table\/\w+\?at=4#game:/);
    const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await other.goto(copied);
    await expect(other.getByText(`Action 4 of ${COUNT}`)).toBeVisible();
    await expect(what(other, 'b4')).toHaveAttribute('aria-label', 'b4, a blue pawn');
    await other.reload();
    await expect(other.getByText(`Action 4 of ${COUNT}`)).toBeVisible();
    await other.context().close();
  });

  test('a variation beside a running game, which it never touches', async ({ page }) => {
    await begin(page, 'basik', 2);
    for (const cell of ['b2', 'c3', 'a1']) await play(page, cell);
    await page.getByRole('button', { name: 'Previous action' }).click();
    await page.getByRole('button', { name: 'Try actions' }).click();
    await press(page, 'd4');
    await expect(variationSteps(page)).toHaveText(/d4/);
    await press(page, 'c3');
    await press(page, 'c4');
    await expect(variationSteps(page)).toHaveCount(2);
    await expect(variationSteps(page).last()).toHaveText(/c3 to c4/);
    // What the rules forbid is explained here too.
    await press(page, 'd4');
    await expect(variationSteps(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Previous action' }).click();
    await expect(what(page, 'c3')).toHaveAttribute('aria-label', 'c3, a blue pawn');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect(what(page, 'd4')).toHaveAttribute('aria-label', 'd4, empty');
    await expect(page.locator('[data-step]')).toHaveCount(3);
    // The game goes on; the variation is still there, until it is forgotten.
    await play(page, 'd1');
    await variationSteps(page).first().click();
    await expect(what(page, 'd4')).toHaveAttribute('aria-label', 'd4, a red pawn');
    await page.getByRole('button', { name: 'Forget this variation' }).click();
    await expect(variationSteps(page)).toHaveCount(0);
  });

  test('what happened since the last turn is marked', async ({ page }) => {
    await begin(page, 'basik', 3, 1);
    // Bots may answer before anybody looks.
    await press(page, 'b2');
    await expect(page.locator('[data-step]')).toHaveCount(3);
    await page.reload();
    const banner = page.getByRole('region', { name: 'Since your last turn' });
    await expect(banner).toContainText('Since your last turn: 2 actions');
    await expect(banner.locator('button.mark')).toHaveCount(2);
    await expect(page.locator('[data-step] .missed')).toHaveCount(2);
    await axe(page);
    await banner.locator('button.mark').first().click();
    await expect(page.getByText('Action 2 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await banner.getByRole('button', { name: 'Close' }).click();
    await expect(banner).toHaveCount(0);
  });
});

test('what happened since the last turn is shown in order, and skipped by any press', async ({ page }) => {
  await begin(page, 'basik', 3, 1);
  await press(page, 'b2');
  await expect(page.locator('[data-step]')).toHaveCount(3);
  await page.reload();
  const banner = page.getByRole('region', { name: 'Since your last turn' });
  await expect(banner.getByRole('button', { name: 'Skip' })).toBeVisible();
  await expect(page.locator('[data-step="1"] button')).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('[data-step="3"] button')).toHaveAttribute('aria-current', 'step');
  await banner.getByRole('button', { name: 'Show again' }).click();
  await expect(page.locator('[data-step="1"] button')).toHaveAttribute('aria-current', 'step');
  // The press that skips plays nothing; the next one does, and what was new is no longer.
  const free = page.locator('[data-spot][aria-label$="empty"]').first();
  await free.click({ force: true });
  await expect(page.locator('[data-step="3"] button')).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('[data-step]')).toHaveCount(3);
  await free.click({ force: true });
  await expect(page.locator('[data-step="4"]')).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a game plays by itself', async ({ page }) => {
  await page.goto(link(COUNT - 2));
  await page.getByRole('button', { name: 'Play by itself' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(page.getByText(`Action ${COUNT} of ${COUNT}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play by itself' })).toBeVisible();
});
