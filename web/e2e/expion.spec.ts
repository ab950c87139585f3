import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { begin, play, playOut, press } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const spot = (page: Page, cell: string) => page.locator(`[data-spot="${cell}"]`);
const list = (page: Page) => page.locator('[data-step]');
const said = (page: Page) => page.locator('[aria-live="polite"]').first();

/** Plays each action by pressing both its ends. */
async function playAll(page: Page, ...actions: string[]): Promise<void> {
  for (const action of actions) {
    await play(page, action.slice(0, 2), action.slice(3, 5));
    await expect(list(page).last()).toContainText(action.replace('-', ' to ').replace('>', ' pushes '));
  }
}

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}

/** South drives the ball along the fifth row into East's camp, whose door stands open. */
const GAMES: Record<number, string> = {
  2: `d1-d4 i5-h5 d4-d5 h5-h4 d5>e5 a2-b2 e5>f5 b2-c2 f5>g5 c2-d2 g5>h5`,
  3: `d1-d4 i5-h5 d4-d5 a2-b2 b9-b8 h5-h4 d5>e5 b2-c2 e5>f5 h4-h3 f5>g5 c2-d2 g5>h5`,
  4: `b9-b8 i5-h5 d1-d4 a2-b2 b8-b7 h5-h4 d4-d5 b2-c2 b7-b6 h4-h3 d5>e5 c2-d2 c9-c8 h3-g3 e5>f5 d2-e2 c8-c7 g3-f3
      f5>g5 e2-f2 c7-c6 f3-e3 g5>h5`,
};
const WINNERS: Record<number, RegExp> = {
  2: /^North–South wins$/,
  3: /^North–South wins$/,
  4: /North and South/,
};

for (const seats of [2, 3, 4]) {
  test(`a whole game of ${seats} on one screen`, async ({ page }) => {
    test.setTimeout(120_000);
    await begin(page, 'expion', seats);
    await playAll(page, ...(GAMES[seats] ?? '').split(/\s+/));
    await expect(said(page)).toHaveText(
      /pushes the ball from h5 to i5; the ball is in the camp of East: won \(X17\)/,
    );
    const end = page.locator('.end');
    await expect(end.locator('h2')).toHaveText(WINNERS[seats] ?? '');
    await expect(end.getByRole('link')).toHaveAttribute('href', '/rules/expion#X17');
    await expect(end.getByRole('listitem')).toHaveCount(seats);
    await expect(spot(page, 'i5')).toHaveAttribute('aria-label', 'i5, the ball, camp of East');
  });
}

test('a whole game against a bot', async ({ page }) => {
  test.setTimeout(300_000);
  await begin(page, 'expion', 2, 5);
  await expect(page.getByText('Bot 5').first()).toBeVisible();
  await playOut(page, 1);
  await expect(page.locator('.end h2')).toHaveText(/wins|You win|Drawn/);
});

test('an illegal action shows its article, one click from the rulebook', async ({ page }) => {
  await begin(page, 'expion', 2);
  await press(page, 'e1');
  await press(page, 'e7');
  const slip = page.getByRole('alert');
  await expect(slip).toContainText('Article X9');
  await expect(slip).toContainText('A marble leaves its camp by three cells at most.');
  await expect(spot(page, 'e1')).toHaveClass(/lit/);
  await slip.getByRole('link').click();
  await expect(page).toHaveURL(/\/table\//);
  await expect(page.locator('h3#X9')).toBeInViewport();
});

test('a marble of somebody else says why it stays', async ({ page }) => {
  await begin(page, 'expion', 4);
  await press(page, 'i5');
  await expect(page.getByRole('alert')).toContainText('Article X5');
  await press(page, 'e1');
  await expect(page.getByRole('alert')).toContainText("That marble is your partner's, who alone moves it.");
});

test('a marble that is shut in says by what', async ({ page }) => {
  await begin(page, 'expion', 2);
  await playAll(page, 'd1-d2', 'a8-b8', 'd2-e2', 'b8-c8');
  await press(page, 'e1');
  await expect(page.getByRole('alert')).toContainText('Article X9');
  await expect(spot(page, 'e2')).toHaveClass(/lit/);
});

test('the chameleon is asked, shown, and told', async ({ page }) => {
  test.setTimeout(90_000);
  await begin(page, 'expion', 2);
  await playAll(page, 'd9-d6', 'i6-g6', 'd6-d5', 'g6-f6', 'h1-h4', 'f6-f5', 'h4-g4', 'a2-b2');
  // d5 touches the ball, f5 stands on its other side: a marble on g5 catches it.
  await press(page, 'g4');
  await expect(spot(page, 'g5')).toHaveAttribute('aria-label', 'g5, free, by the chameleon, captures f5');
  await press(page, 'g5');
  const question = page.getByRole('group', { name: 'The chameleon?' });
  await expect(question.getByRole('button', { name: 'Call it captures f5' })).toBeFocused();
  await expect(question.getByRole('button', { name: 'Stay silent captures nothing' })).toBeVisible();
  await axe(page);
  // Withdrawn, nothing has happened; the marble has the focus again.
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(spot(page, 'g4')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(question.getByRole('button', { name: /Stay silent/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(list(page).last()).toContainText('g4 to g5, chameleon');
  await expect(said(page)).toHaveText(
    'South: the marble on g4 goes to g5; chameleon called; ' +
      'marble of East on f5, captured between the ball and g5 (X16); ' +
      'first capture: from now on marbles may go backward (X11)',
  );
  await expect(spot(page, 'f5')).toHaveAttribute('aria-label', 'f5, free');
});

test('pressing the ball calls the chameleon too, and silence takes nothing', async ({ page }) => {
  test.setTimeout(90_000);
  await begin(page, 'expion', 2);
  const before = ['d9-d6', 'i6-g6', 'd6-d5', 'g6-f6', 'h1-h4', 'f6-f5', 'h4-g4', 'a2-b2'];
  await playAll(page, ...before);
  await press(page, 'g4');
  await press(page, 'g5');
  await press(page, 'e5');
  await expect(list(page).last()).toContainText('g4 to g5, chameleon');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(list(page)).toHaveCount(before.length);
  await press(page, 'g4');
  await press(page, 'g5');
  await page.getByRole('button', { name: /Stay silent/ }).click();
  await expect(list(page).last()).toHaveText(/g4 to g5$/);
  await expect(spot(page, 'f5')).toHaveAttribute('aria-label', 'f5, marble of East');
});

test('the keyboard alone is enough', async ({ page }) => {
  await begin(page, 'expion', 2);
  await spot(page, 'e1').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(spot(page, 'e3')).toBeFocused();
  await page.keyboard.press(' ');
  await expect(list(page)).toHaveText(/e1 to e3/);
  // East and West type their action, wherever the focus is on the board.
  await spot(page, 'e3').focus();
  await page.keyboard.type('a5-b5');
  await page.keyboard.press('Enter');
  await expect(list(page)).toHaveCount(2);
});

test('a marble is dragged, and the board turns', async ({ page }) => {
  await begin(page, 'expion', 4);
  // North sits below.
  const [north, south] = [await spot(page, 'e9').boundingBox(), await spot(page, 'e1').boundingBox()];
  expect(north?.y ?? 0).toBeGreaterThan(south?.y ?? 0);
  await spot(page, 'e9').hover({ force: true });
  await page.mouse.down();
  await spot(page, 'e7').hover({ force: true });
  await page.mouse.up();
  await expect(list(page).last()).toHaveText(/e9 to e7/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger drags a marble, and the page stays where it is', async ({ page, context }) => {
    await begin(page, 'expion', 2);
    const middle = async (cell: string) => {
      const box = await spot(page, cell).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const [from, to] = [await middle('e1'), await middle('e4')];
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y: from.y + (to.y - from.y) * share }],
      });
    await touch('touchStart', 0);
    for (let part = 1; part <= 8; part++) await touch('touchMove', part / 8);
    await touch('touchEnd', 1);
    await expect(list(page).last()).toHaveText(/e1 to e4/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing by ${scheme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme: scheme });
    await begin(page, 'expion', 4);
    await playAll(page, 'e9-e7');
    await axe(page);
    await page.goto('/rules/expion');
    await expect(page.locator('figure').first()).toBeAttached({ timeout: 15_000 });
    await axe(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await begin(page, 'expion', 4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}
