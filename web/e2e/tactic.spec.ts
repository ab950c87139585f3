import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { die, play, press, steps } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const VARIANTS = { base: 'Base game', capture: 'Capture of patrols', passage: 'Forced passage' };
type Variant = keyof typeof VARIANTS;

/** Opens the box and begins, on this screen or against a bot of a level. */
async function begin(page: Page, variant: Variant = 'base', level?: number): Promise<void> {
  await page.goto(`/box/tactic#${level === undefined ? 'here' : 'bot'}`);
  await page.getByRole('radio', { name: VARIANTS[variant] }).check({ force: true });
  if (level === undefined) await page.getByRole('button', { name: 'Begin: Play on this screen' }).click();
  else {
    const levels = page.getByRole('group', { name: 'Level' });
    await levels.getByRole('radio', { name: String(level), exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Begin: Play a bot' }).click();
  }
  await page.waitForURL(/\/table\//);
  await expect(page.locator('[data-spot]').first()).toBeAttached();
}

/** Opens a game that was written down: whose action it was does not matter, the record says it. */
async function bring(page: Page, variant: Variant, turns: string): Promise<void> {
  const lines = turns
    .trim()
    .split(/\s*\n\s*/)
    .flatMap((turn, index) => turn.split(' ').map((action) => `${index % 2} ${action}`));
  const head = [
    'ludotheque record 1',
    'game: tactic',
    'rules: 1',
    'seats: 2',
    `option variant: ${variant}`,
    'clock: none',
  ];
  await page.goto('/');
  await page.getByText('Bring a written game').click();
  await page.getByLabel('Text of the record').fill(`${[...head, '', ...lines].join('\n')}\n`);
  await page.getByRole('button', { name: 'Open the game' }).click();
  await expect(page.locator('[data-step]')).toHaveCount(lines.length);
}

/** Both home stretches of yellow shut by red's pieces: it can't play. */
const BLOCKADE = `
1b-2c 1c-2d
13c-12d @10c
2c-3e 2d-3f
13b-12c 12c-11d
1a-2b @5e
13a-12a @10f
2b-3c 3e-4f
10c-11a 12a-12b
3c-4d 4f-5f
12d-11f 11a-10e
5f-6g 4d-5c
10e-11a 12b-11c
5c-6d 6d-7d
11a-10d 11d-10e
7d-8d 3f-4g
11c-10c 10c-10b
6g-7f 4g-5f
10f-11e 10e-10f
8d-9d 5f-6g
11e-10c 10f-10e
7f-8f 8f-9f
10e-10f 10b-9b
6g-7f 9d-10e
10c-11c 10f-10g
10e-11d 11d-12c
10d-11e 10g-10f
12c-13c @3c
11c-10c 9b-8c
5e-10b 9f-10g
10f-10e 10c-11b
7f-8g 8g-9f
8c-8b 10e-10f`;

type Offer = { spot: string; label: string };

/** What the board offers now, and what is in the hand. */
function offers(page: Page): Promise<{ open: Offer[]; hand: string }> {
  return page.evaluate(() => {
    const label = (spot: Element | null) => spot?.getAttribute('aria-label') ?? '';
    const open = [...document.querySelectorAll('[data-spot][aria-disabled="false"]')];
    return {
      open: open.map((spot) => ({ spot: spot.getAttribute('data-spot') ?? '', label: label(spot) })),
      hand: label(document.querySelector('[data-spot][aria-pressed="true"]')),
    };
  });
}

/** Plays for whoever sits at the screen until the game is over: mostly patrols, mostly forward. */
async function playOut(page: Page, seed: number): Promise<number> {
  const roll = die(seed);
  const end = page.locator('.end');
  const offered = page.locator('[data-spot][aria-disabled="false"]');
  const spoken = page.locator('.panel > .button.main');
  const one = <T>(pool: T[]) => pool[roll(pool.length)] as T;
  for (let action = 0; action < 500; action++) {
    await expect(end.or(offered.first()).or(spoken.first()).first()).toBeAttached({ timeout: 20_000 });
    if (await end.count()) return steps(page);
    const before = await steps(page);
    await expect(async () => {
      if (await spoken.count()) await spoken.first().click();
      else {
        let { open, hand } = await offers(page);
        if (!hand) {
          const patrols = open.filter(({ label }) => label.includes('patrol'));
          await press(page, one(patrols.length && roll(5) ? patrols : open).spot);
          ({ open, hand } = await offers(page));
          expect(hand).not.toBe('');
        }
        // Of the targets of a patrol, rather the one that is farthest from home.
        const far = ({ spot }: Offer) => (hand.includes('red') ? -1 : 1) * Number.parseInt(spot, 10);
        const [farthest] = open.toSorted((a, b) => far(b) - far(a));
        await press(page, (hand.includes('patrol') && roll(5) && farthest ? farthest : one(open)).spot);
      }
      await expect
        .poll(() => steps(page), { timeout: 3000, intervals: [10, 20, 50] })
        .toBeGreaterThan(before);
    }).toPass({ timeout: 20_000 });
  }
  throw new Error('no end');
}

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(told).toEqual([]);
}

const said = (page: Page) => page.locator('[aria-live="polite"]').first();

for (const [index, variant] of (Object.keys(VARIANTS) as Variant[]).entries()) {
  test(`a whole game on one screen: ${variant}`, async ({ page }) => {
    test.setTimeout(300_000);
    await begin(page, variant);
    const count = await playOut(page, 11 + index);
    expect(count).toBeGreaterThan(30);
    const end = page.locator('.end');
    await expect(end.getByRole('link')).toHaveAttribute('href', /\/rules\/tactic#T1[3-8]/);
    await end.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByText(`Action 0 of ${count}`)).toBeVisible();
    await expect(page.locator('[data-spot="1a"]')).toHaveAttribute(
      'aria-label',
      '1a, central station, yellow patrol',
    );
  });

  test(`a whole game against a bot: ${variant}`, async ({ page }) => {
    test.setTimeout(300_000);
    await begin(page, variant, 1);
    await playOut(page, 21 + index);
    await expect(page.locator('.end h2')).toContainText(/wins|You win|Drawn/);
  });
}

test('a turn shows its first step until the second, and takes it back', async ({ page }) => {
  await begin(page);
  const yellow = page.locator('.mine');
  await expect(yellow).toContainText('first step');
  await play(page, '1b', '2b');
  await expect(said(page)).toHaveText('Yellow goes forward from 1b to 2b; one more step for Yellow');
  await expect(yellow).toContainText('second step');
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  await expect(page.locator('[data-step]')).toHaveCount(0);
  await expect(yellow).toContainText('first step');
  // On the board itself too, by mouse and by keyboard.
  const undo = page.getByRole('button', { name: 'Take the first step back' });
  await play(page, '1b', '2b');
  await undo.click();
  await expect(page.locator('[data-step]')).toHaveCount(0);
  await expect(undo).toHaveCount(0);
  await play(page, '1b', '2b');
  await undo.press('Enter');
  await expect(page.locator('[data-step]')).toHaveCount(0);
  await play(page, 'reserve-0-1', '5d');
  await expect(page.locator('[data-spot="5d"]')).toHaveAttribute(
    'aria-label',
    '5d, transit station, yellow guard',
  );
  await expect(page.locator('[data-spot="reserve-0-1"]')).toHaveAttribute(
    'aria-label',
    'yellow reserve, empty',
  );
  await play(page, '1b', '2c');
  await expect(said(page)).toHaveText('Yellow goes forward from 1b to 2c; Red to play');
  await expect(page.locator('.others')).toContainText('first step');
});

test('an illegal action shows its article, one click from the rulebook', async ({ page }) => {
  await begin(page);
  await press(page, '1b');
  await press(page, '3c');
  const slip = page.getByRole('alert');
  await expect(slip).toContainText('Article T4');
  await expect(page.locator('[data-spot="3c"]')).toHaveClass(/lit/);
  // A guard stands on transit stations only.
  await press(page, 'reserve-0-0');
  await press(page, '2a');
  await expect(slip).toContainText('Article T7');
  // One guard action a turn.
  await play(page, 'reserve-0-1', '5d');
  await press(page, 'reserve-0-0');
  await expect(slip).toContainText('Article T9');
  await slip.getByRole('link').click();
  await expect(page).toHaveURL(/\/table\//);
  await expect(page.locator('h3#T9')).toBeInViewport();
});

test('a blockade is shown and paid with a guard', async ({ page }) => {
  await bring(page, 'base', BLOCKADE);
  await expect(page.locator('.mine')).toContainText('Blocked: put a guard in the box (T12)');
  await expect(page.locator('[data-spot="9f"]')).toHaveAttribute(
    'aria-label',
    '9f, transit station, yellow patrol, blocked',
  );
  await press(page, '9f');
  await expect(page.getByRole('alert')).toContainText('Article T12');
  await play(page, '3c', 'box');
  await expect(said(page)).toHaveText('Yellow loses the yellow guard on 3c (T12); Red to play');
  await expect(page.locator('[data-spot="box"]')).toHaveCount(0);
});

test('with the capture, a blockade costs a patrol', async ({ page }) => {
  await bring(page, 'capture', BLOCKADE);
  await press(page, '3c');
  await expect(page.getByRole('alert')).toContainText('Article T18');
  await play(page, '10g', 'box');
  await expect(page.locator('[data-step]').last()).toHaveText(/loses 10g/);
});

test('with the forced passage, a guard goes first and the turn follows', async ({ page }) => {
  await bring(page, 'passage', '1a-2b 2b-3b\n@4b 13a-12a\n1b-2c 1c-2d\n@4c 12a-11a');
  await press(page, '2c');
  await expect(page.getByRole('alert')).toContainText('Article T19');
  await play(page, 'reserve-0-0', 'box');
  await expect(said(page)).toHaveText('Yellow loses a guard of the reserve (T19); Yellow to play');
  await play(page, '2c', '3d');
  await expect(page.locator('.mine')).toContainText('second step');
});

test('an aller-retour is counted', async ({ page }) => {
  const way = '1a-2a 2a-3a\n13a-12a 12a-11a\n3a-4b 1b-2b\n11a-10a 13b-12b\n4b-4c 1c-2d\n10a-10b 12b-11b';
  await bring(page, 'base', `${way}\n4c-4b 2d-3f\n10b-9b 13c-12c`);
  await expect(page.locator('.mine')).toContainText('aller-retour 4c–4b · 2/6');
});

test('the keyboard alone is enough', async ({ page }) => {
  await begin(page);
  const spot = (id: string) => page.locator(`[data-spot="${id}"]`);
  await spot('1a').focus();
  await page.keyboard.press('ArrowRight');
  await expect(spot('1b')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(spot('1b')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(spot('2c')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-step]')).toHaveText(/1b to 2c/);
  // Up the lines without drifting, and down into the corner where the reserve stands.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(spot('4d')).toBeFocused();
  await spot('1c').focus();
  await page.keyboard.press('ArrowRight');
  await expect(spot('reserve-0-1')).toBeFocused();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(spot('3f')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-step]').last()).toHaveText(/guard to 3f/);
  // Red types.
  await page.keyboard.type('13a-12a');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-step]')).toHaveCount(3);
});

test('a guard is dragged out of the reserve, a patrol along its track', async ({ page }) => {
  await begin(page);
  const drag = async (from: string, to: string) => {
    await page.locator(`[data-spot="${from}"]`).hover({ force: true });
    await page.mouse.down();
    await page.locator(`[data-spot="${to}"]`).hover({ force: true });
    await page.mouse.up();
  };
  await drag('reserve-0-0', '7d');
  await expect(page.locator('[data-step]')).toHaveText(/guard to 7d/);
  await drag('1a', '2b');
  await expect(page.locator('[data-step]').last()).toHaveText(/1a to 2b/);
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`by ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    test('table and rulebook can be used by everybody', async ({ page }) => {
      test.setTimeout(180_000);
      await begin(page);
      await axe(page);
      await play(page, '1b', '2b');
      await press(page, 'reserve-0-0');
      await axe(page);
      await press(page, '2a');
      await expect(page.getByRole('alert')).toBeVisible();
      await axe(page);
      await bring(page, 'base', BLOCKADE);
      await axe(page);
      await page.goto('/rules/tactic#T9');
      await expect(page.locator('h3#T9')).toBeInViewport();
      await page.getByRole('radio', { name: 'patrol 6c → 6d → 6c' }).check();
      await axe(page);
    });
  });
}

test('nothing is wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/rules/tactic');
  await expect(page.locator('figure').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await bring(page, 'base', BLOCKADE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
