/// What the tests do at a table, by hand as people do.
import { expect, type Page } from '@playwright/test';

/** A fair die that falls the same way in every run. */
export function die(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Opens a box and begins a game on this screen, or against a bot of a level. */
export async function begin(page: Page, game: string, seats: number, level?: number): Promise<void> {
  await page.goto(`/box/${game}`);
  const count = page.getByRole('radio', { name: String(seats), exact: true }).first();
  if (await count.count()) await count.check({ force: true });
  if (level === undefined) await page.getByRole('button', { name: 'Begin : Play on this screen' }).click();
  else {
    const levels = page.getByRole('group', { name: 'Level' });
    await levels.getByRole('radio', { name: String(level), exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Begin : Play a bot' }).click();
  }
  await page.waitForURL(/\/table\//);
  await expect(page.locator('[data-spot]').first()).toBeAttached();
}

/** Presses a spot of the board. */
export async function press(page: Page, spot: string): Promise<void> {
  await page.locator(`[data-spot="${spot}"]`).click({ force: true });
}

/** How many actions the list shows. */
export function steps(page: Page): Promise<number> {
  return page.locator('[data-step]').count();
}

/** Presses, then waits until one more action stands in the list. */
export async function play(page: Page, ...spots: string[]): Promise<void> {
  const before = await steps(page);
  for (const spot of spots) await press(page, spot);
  await expect(page.locator('[data-step]')).toHaveCount(before + 1);
}

/**
 * Plays for whoever sits at the screen until the game is over, choosing at random among what the board offers: the spots
 * that are not disabled. Answers with the number of actions.
 */
export async function playOut(page: Page, seed: number, most = 600): Promise<number> {
  const roll = die(seed);
  const end = page.locator('.end');
  const offered = page.locator('[data-spot][aria-disabled="false"]');
  const spoken = page.locator('.panel > .button.main');
  for (let turn = 0; turn < most; turn++) {
    await expect(end.or(offered.first()).or(spoken.first()).first()).toBeAttached({ timeout: 15_000 });
    if (await end.count()) return steps(page);
    const before = await steps(page);
    if (await spoken.count()) await spoken.first().click();
    for (let presses = 0; presses < 4 && (await steps(page)) === before; presses++) {
      const ids = await offered.evaluateAll((spots) =>
        spots.map((spot) => spot.getAttribute('data-spot') ?? ''),
      );
      const selected = await page.locator('[data-spot][aria-pressed="true"]').count();
      const empty = await page.locator('[data-spot][aria-label$="empty"][aria-disabled="false"]').count();
      // A placement each time there is room brings the end nearer.
      const wanted = selected === 0 && empty > 0 && roll(3) > 0 ? 'empty' : '';
      const spot = wanted
        ? await page
            .locator('[data-spot][aria-label$="empty"][aria-disabled="false"]')
            .nth(roll(empty))
            .getAttribute('data-spot')
        : ids[roll(ids.length)];
      if (!spot) break;
      await press(page, spot);
      await page.waitForTimeout(20);
    }
    await expect.poll(() => steps(page), { timeout: 15_000 }).toBeGreaterThan(before);
  }
  throw new Error(`no end after ${most} turns`);
}
