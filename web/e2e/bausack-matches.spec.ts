import { expect, type Page, test } from '@playwright/test';
import { begin, end, lay, list, miss, press, said, sell, stage, sweep, takeUp, tower } from './bausack-hand';

test.use({ viewport: { width: 900, height: 700 } });
test.describe.configure({ timeout: 150_000 });

const ended = (page: Page, article: string) =>
  expect(end(page).getByRole('link')).toHaveAttribute('href', `/rules/bausack#${article}`);

test('the blind Tour de Babel, to five beans against a bot', async ({ page }) => {
  await begin(page, 'Tower of Babel', { choices: ['Blocks are drawn'], bot: 1 });
  // Whoever sits here drops every block beside the tower, so that the bot gets the beans.
  const mine = page.locator('[data-block][aria-disabled="false"]');
  for (let turn = 0; turn < 30; turn++) {
    await expect(mine.or(end(page)).first()).toBeVisible({ timeout: 60_000 });
    if (await end(page).count()) break;
    // S16: one block, drawn by lot from a bag, which can't be put back; nothing else lies there to be chosen.
    await expect(mine).toHaveCount(1);
    await expect(page.getByText(/^\d+ blocks in the bag$/)).toBeVisible();
    await expect(page.locator('[data-block]')).toHaveCount(1);
    await takeUp(page);
    await expect(page.getByRole('button', { name: 'Put back' })).toHaveCount(0);
    for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(600);
    await page.keyboard.press('Enter');
    await expect(stage(page)).toHaveAttribute('data-phase', 'none', { timeout: 60_000 });
  }
  await expect(end(page)).toBeVisible();
  await ended(page, 'S14');
});

/** Both put their lines in order: the first by keys and by presses, the second not at all. */
async function arrange(page: Page): Promise<void> {
  const own = (seat: number) => page.locator(`[data-line="${seat}"] button[data-place]`);
  const first = 0;
  await expect(own(first)).toHaveCount(12);
  const names = await own(first).evaluateAll((all) =>
    all.map((one) => (one.getAttribute('title') ?? '').replace(/^\d+: /, '')),
  );
  // With Shift, an arrow moves the block; pressed and pressed elsewhere, it goes there.
  await own(first).first().focus();
  await page.keyboard.press('Shift+ArrowRight');
  await own(first).nth(11).click();
  await own(first).first().click();
  const [a = '', b = '', ...rest] = names;
  const last = rest.pop() ?? '';
  const wanted = [last, b, a, ...rest];
  await expect
    .poll(() =>
      own(first).evaluateAll((all) =>
        all.map((one) => (one.getAttribute('title') ?? '').replace(/^\d+: /, '')),
      ),
    )
    .toEqual(wanted);
  const before = await list(page).count();
  await page.getByRole('button', { name: 'My line is done' }).click();
  await expect(list(page)).toHaveCount(before + 2);
  await press(page, 'My line is done');
  // The order stands, and its first block is the one that may be taken.
  await expect(page.locator(`[data-line="${first}"] [data-block]`)).toHaveAttribute('title', `1: ${last}`);
}

test('a whole match of Chaîne de construction', async ({ page }) => {
  await begin(page, 'Building Chain');
  for (let round = 1; round <= 2; round++) {
    await lay(page);
    await lay(page);
    await expect(tower(page, 1)).toContainText('1 block');
    for (let taken = 0; taken < 24; taken++) {
      const before = await list(page).count();
      await page.locator('[data-block][aria-disabled="false"]').first().click();
      await expect(list(page)).toHaveCount(before + 1);
    }
    await arrange(page);
    await miss(page);
    await expect(said(page)).toContainText('Down:');
  }
  await expect(end(page)).toBeVisible();
  await ended(page, 'S21');
});

test('a Chaîne de construction of one round', async ({ page }) => {
  await begin(page, 'Building Chain', { choices: ['One round'] });
  await lay(page);
  await lay(page);
  for (let taken = 0; taken < 24; taken++) {
    const before = await list(page).count();
    await page.locator('[data-block][aria-disabled="false"]').first().click();
    await expect(list(page)).toHaveCount(before + 1);
  }
  for (let seat = 0; seat < 2; seat++) await press(page, 'My line is done');
  await miss(page);
  await expect(end(page)).toBeVisible();
  await ended(page, 'S21');
});

test('a whole game of Knock-Out, with both auctions', async ({ page }) => {
  await begin(page, 'Knock-Out');
  // The highest bidder pays and lays a base.
  await sell(page, 5, 'To the highest bidder');
  await press(page, '2 beans');
  await press(page, '3 beans');
  await press(page, 'Pass');
  await lay(page, 5);
  await expect(said(page)).toContainText('All stands');
  await expect(tower(page, 0)).toContainText('1 block');
  // In reverse: the taker pays nothing, the other what was bid last.
  await sell(page, 1, 'In reverse');
  await expect(page.getByRole('list', { name: 'All towers' }).getByRole('listitem')).toHaveCount(2);
  await press(page, 'Refuse: 1 bean');
  await press(page, 'Refuse: 2 beans');
  await press(page, 'Take it, free');
  await lay(page, 1);
  await expect(page.locator('.tally').first()).toContainText('8');
  // Nobody bids: the auctioneer places it, and drops it.
  await sell(page, 10, 'To the highest bidder');
  await press(page, 'Pass');
  await miss(page, 10);
  await expect(end(page)).toBeVisible();
  await ended(page, 'S26');
});

test('a whole game of La Bonne Pile: a gift, a rebuild, a stop', async ({ page }) => {
  await begin(page, 'The Good Pile');
  for (const block of [5, 1]) {
    await sell(page, block, 'To the highest bidder');
    await press(page, 'Pass');
    await lay(page, block);
  }
  // A gift that the receiver places himself.
  await sell(page, 10, 'As a gift');
  await press(page, '1 bean');
  await press(page, 'Pass');
  await press(page, 'To Red');
  await press(page, 'Place it myself');
  await lay(page, 10);
  await expect(tower(page, 0)).toContainText('2 blocks, 9.0 cm high');
  // A gift that the giver has to place: he pushes the pillar over with it and is out.
  await sell(page, 3, 'As a gift');
  await press(page, 'Pass');
  await press(page, 'To Red');
  await expect(page.getByText('Place it yourself: if your tower falls, you are out.')).toBeVisible();
  await press(page, 'Let the giver place it');
  await expect(page.getByText('On Red’s tower: if it falls, YOU are out.').first()).toBeVisible();
  await sweep(page, 3);
  await expect(said(page)).toContainText('Down: Pillar');
  // The receiver puts it up again, without the gift, and builds on alone.
  await expect(page.locator('[data-block]')).toHaveCount(1);
  await lay(page, 10);
  await lay(page, 3);
  await expect(tower(page, 0)).toContainText('3 blocks, 12.0 cm high');
  // What can't be undone is asked once more.
  await page.getByRole('button', { name: 'Stop my tower' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Nothing more on your tower, for good?');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Stop my tower' }).click();
  await press(page, 'Stop my tower');
  await expect(end(page)).toBeVisible();
  await ended(page, 'S32');
});

test('a whole match of Trois rouges gagnent', async ({ page }) => {
  await begin(page, 'Three Reds Win');
  for (let round = 1; round <= 3; round++) {
    // Both lay a base: the other passes, and so does whoever sells (S33).
    for (const block of [1, 2]) {
      await sell(page, block, 'To the highest bidder');
      await press(page, 'Pass');
      await expect(page.getByText(/^Nobody has bid\./)).toBeVisible();
      await press(page, 'Pass');
      await lay(page, block);
    }
    // Blue buys a block for Red, who lays it beside: a base that touches none is tried again (S34).
    await sell(page, 10, 'To the highest bidder');
    await press(page, '1 bean');
    await press(page, 'Pass');
    await expect(page.getByRole('button', { name: 'Keep it' })).toBeVisible();
    await press(page, 'To Red');
    const before = await list(page).count();
    await miss(page, 10);
    await expect(list(page)).toHaveCount(before + 3);
    await expect(page.locator('.tally').first()).toContainText('0/3 red blocks');
    // Giving up is a fall, and the loser starts the next.
    await page.getByRole('button', { name: 'Give up' }).click();
    await press(page, 'Give up');
    await expect(said(page)).toContainText('Blue wins the round');
    await expect(page.locator('.tally').first()).toContainText(`${round} round`);
  }
  await expect(end(page)).toBeVisible();
  await ended(page, 'S36');
});

test('a whole game with the hundred blocks of the Sac Noir', async ({ page }) => {
  await begin(page, 'Knock-Out', { choices: ['Sac Noir, 100 blocks'] });
  await expect(page.locator('[data-block]')).toHaveCount(100);
  // The thirty blocks that only this bag has are sold and built with like the others.
  for (const block of [71, 100]) {
    await sell(page, block, 'To the highest bidder');
    await press(page, 'Pass');
    await lay(page, block);
  }
  for (const plot of [0, 1]) await expect(tower(page, plot)).toContainText('1 block');
  await sell(page, 85, 'To the highest bidder');
  await press(page, 'Pass');
  await miss(page, 85);
  await expect(end(page)).toBeVisible();
  await ended(page, 'S26');
});
