/// Actions at a table with mouse and keyboard, for the tests.
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
  await page.goto(`/box/${game}#${level === undefined ? 'here' : 'bot'}`);
  const way = level === undefined ? 'Play on this screen' : 'Play a bot';
  const begins = page.getByRole('button', { name: `Begin: ${way}` });
  await expect(begins).toBeVisible();
  // A game that has one number of seats does not ask.
  const counts = page.getByRole('group', { name: 'How many seats?' });
  if (await counts.count()) await counts.getByRole('radio', { name: String(seats) }).check({ force: true });
  if (level !== undefined) {
    const levels = page.getByRole('group', { name: 'Level' });
    await levels.getByRole('radio', { name: String(level), exact: true }).check({ force: true });
  }
  await begins.click();
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

/** What the board offers now. */
interface Offer {
  steps: number;
  over: boolean;
  /** A refusal is shown: the board had changed before the last press. */
  refused: boolean;
  /** A button for an action that has no place on the board. */
  spoken: boolean;
  /** The middle of a spot that may be pressed. */
  point: { x: number; y: number } | null;
}

/** Looks at the page and picks one of the spots that are not disabled; an empty one rather than another. */
function look(page: Page, chance: number, empty: boolean): Promise<Offer> {
  return page.evaluate(
    ([chance, empty]) => {
      const all = [...document.querySelectorAll('[data-spot][aria-disabled="false"]')];
      const selected = document.querySelector('[data-spot][aria-pressed="true"]');
      const free = all.filter((spot) => spot.getAttribute('aria-label')?.endsWith('empty'));
      const spots = empty && !selected && free.length > 0 ? free : all;
      const box = spots[Math.floor(chance * spots.length)]?.getBoundingClientRect();
      return {
        steps: document.querySelectorAll('[data-step]').length,
        over: document.querySelector('.end') !== null,
        refused: document.querySelector('[role="alert"]') !== null,
        spoken: document.querySelector('.panel > .button.main') !== null,
        point: box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null,
      };
    },
    [chance, empty] as const,
  );
}

/**
 * Plays with the mouse for the people at the screen until the game is over, at random among what the board offers,
 * or so many actions are made. Answers with their number.
 */
export async function playOut(page: Page, seed: number, most = Number.POSITIVE_INFINITY): Promise<number> {
  const roll = die(seed);
  let steps = 0;
  for (let idle = 0; idle < 400; idle++) {
    const offer = await look(page, roll(1000) / 1000, roll(3) > 0);
    if (offer.over || offer.steps >= most) return offer.steps;
    if (offer.steps !== steps) idle = 0;
    steps = offer.steps;
    if (offer.refused) await page.keyboard.press('Escape');
    // The button may be gone by now: then the next look tells.
    else if (offer.spoken)
      await page
        .locator('.panel > .button.main')
        .first()
        .click({ timeout: 1000 })
        .catch(() => {});
    else if (offer.point) await page.mouse.click(offer.point.x, offer.point.y);
    else await page.waitForTimeout(25);
  }
  throw new Error(`stuck after ${steps} actions: ${await page.locator('main').ariaSnapshot()}`);
}
