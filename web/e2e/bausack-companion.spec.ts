import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

// With the real box: the phone keeps beans, auctions, turns and rules; nothing is simulated.
test.use({ viewport: { width: 390, height: 780 }, hasTouch: true });

const turn = (page: Page) => page.locator('[data-task]');
const said = (page: Page) => page.locator('[aria-live="polite"]').first();
const list = (page: Page) => page.locator('[data-step]');
const end = (page: Page) => page.locator('.end');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function begin(page: Page, mode: string, seats: number): Promise<void> {
  await page.goto('/box/bausack#real');
  const real = page.getByRole('button', { name: 'Begin: With the real box' });
  await expect(real).toBeVisible();
  await page
    .getByRole('group', { name: 'How many seats?' })
    .getByRole('radio', { name: String(seats) })
    .check({ force: true });
  await page.getByRole('radio', { name: mode }).check({ force: true });
  await real.click();
  await page.waitForURL(/\/table\//);
  await expect(turn(page)).toBeVisible();
}

/** Does something, and waits until the table has heard of it. */
async function step(page: Page, deed: () => Promise<void>): Promise<void> {
  const before = await list(page).count();
  await deed();
  await expect(list(page)).toHaveCount(before + 1);
}

const stands = (page: Page) => step(page, () => press(page, 'It stands'));
const falls = (page: Page) =>
  step(page, async () => {
    await press(page, 'Something fell');
    await press(page, 'Yes, a fall');
  });

async function nobodyIsShutOut(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

/** A picture for whoever wants to look. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('a whole Tour de Babel of three beside the real box', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'Tower of Babel', 3);
  await picture(page, 'babel-begin');
  await nobodyIsShutOut(page);
  // A base can't score: there is nothing to say of one that was spoilt.
  await expect(page.getByRole('button', { name: 'Something fell' })).toHaveCount(0);
  for (let round = 0; round < 20 && !(await end(page).count()); round++) {
    await stands(page);
    await expect(said(page)).toContainText('it stands');
    await stands(page);
    if (round === 0) {
      await press(page, 'Something fell');
      await picture(page, 'babel-fall');
      await nobodyIsShutOut(page);
      await press(page, 'No, it stands');
    }
    await falls(page);
    await expect(said(page)).toContainText(/a fall; .* gets 1 bean/);
  }
  await expect(end(page)).toBeVisible();
  await expect(end(page).getByRole('link')).toHaveAttribute('href', '/rules/bausack#S14');
  await picture(page, 'babel-end');
});

test('a whole Knock-Out of three beside the real box', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'Knock-Out', 3);
  await picture(page, 'knockout-sell');
  await nobodyIsShutOut(page);
  // Everybody sells a base that nobody else wants.
  for (let seat = 0; seat < 3; seat++) {
    await step(page, () => press(page, 'To the highest bidder'));
    await step(page, () => press(page, 'Pass'));
    await step(page, () => press(page, 'Pass'));
    await stands(page);
  }
  // A bid, and what it costs.
  await step(page, () => press(page, 'To the highest bidder'));
  await expect(page.getByText('The block', { exact: true })).toBeVisible();
  await step(page, () => press(page, '2 beans'));
  await picture(page, 'knockout-auction');
  await nobodyIsShutOut(page);
  // Fewer beans than the last bid, or as many, are not offered.
  await expect(page.getByRole('button', { name: '2 beans', exact: true })).toHaveCount(0);
  await step(page, () => press(page, 'Pass'));
  await step(page, () => press(page, 'Pass'));
  await expect(said(page)).toContainText('pays 2');
  await picture(page, 'knockout-place');
  await nobodyIsShutOut(page);
  // It falls; but whoever said so was wrong, and takes it back.
  await falls(page);
  await expect(turn(page)).toHaveAttribute('data-task', 'sell');
  await page.getByRole('button', { name: 'Take back' }).click();
  const agree = page.getByRole('button', { name: 'Agree' });
  await expect(agree.or(page.getByRole('button', { name: 'It stands' })).first()).toBeVisible();
  while (await agree.count()) await agree.click();
  await expect(turn(page)).toHaveAttribute('data-task', 'build-won');
  await falls(page);
  // In reverse, the next one takes it, and falls too.
  await step(page, () => press(page, 'In reverse'));
  await step(page, () => press(page, 'Take it, free'));
  await falls(page);
  await expect(end(page)).toBeVisible();
  await expect(end(page).getByRole('link')).toHaveAttribute('href', '/rules/bausack#S26');
  await picture(page, 'knockout-end');
});

test('an auction by word of mouth takes two taps', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'Knock-Out', 3);
  await step(page, () => press(page, 'To the highest bidder'));
  const who = page.getByRole('group', { name: 'Who got it, and for how much?' });
  await picture(page, 'quick-who');
  await nobodyIsShutOut(page);
  await who.getByRole('button', { name: 'Yellow' }).click();
  await picture(page, 'quick-price');
  await who.getByRole('button', { name: '4 beans' }).click();
  // Blue passes, Yellow bids four, Red passes.
  await expect(turn(page)).toHaveAttribute('data-task', 'build-won');
  await expect(turn(page)).toContainText('Yellow');
  await expect(list(page)).toHaveCount(4);
  await stands(page);
  // In reverse: Red took it after two bids, which the others pay.
  await step(page, () => press(page, 'In reverse'));
  await who.getByRole('button', { name: 'Red', exact: true }).click();
  await who.getByRole('button', { name: '1 bean', exact: true }).click();
  await expect(turn(page)).toHaveAttribute('data-task', 'build-won');
  await expect(turn(page)).toContainText('Red');
  await stands(page);
  // Nobody bid: the auctioneer has it.
  await step(page, () => press(page, 'To the highest bidder'));
  await who.getByRole('button', { name: 'Nobody bid' }).click();
  await expect(turn(page)).toHaveAttribute('data-task', 'build-won');
  await expect(turn(page)).toContainText('Yellow');
});

test('what fell is asked where it matters, and heights when they count', async ({ page }) => {
  test.setTimeout(240_000);
  await begin(page, 'The Good Pile', 3);
  const sold = async () => {
    await step(page, () => press(page, 'To the highest bidder'));
    await step(page, () => press(page, 'Pass'));
    await step(page, () => press(page, 'Pass'));
  };
  for (let seat = 0; seat < 3; seat++) {
    await sold();
    await stands(page);
  }
  await sold();
  await step(page, () => press(page, 'It did not raise the tower'));
  await expect(turn(page)).toHaveAttribute('data-task', 'try-again');
  await stands(page);
  // Blue gives red a block, and must place it; red's second block comes down, the gift does not.
  await step(page, () => press(page, 'As a gift'));
  await step(page, () => press(page, 'Pass'));
  await step(page, () => press(page, 'Pass'));
  await step(page, () => press(page, 'To Red'));
  await step(page, () => press(page, 'Let the giver place it'));
  await expect(page.getByText('On the tower of Red.')).toBeVisible();
  await step(page, async () => {
    await press(page, 'Something fell');
    await expect(page.getByText('How many blocks still stand?')).toBeVisible();
    await press(page, 'Say which');
    await page.getByRole('checkbox', { name: 'the block just placed' }).uncheck();
    await picture(page, 'pile-which');
    await nobodyIsShutOut(page);
    await press(page, 'That is what fell');
  });
  await expect(turn(page)).toHaveAttribute('data-task', 'rebuild');
  await expect(page.getByText('1 block left to put up again.')).toBeVisible();
  await stands(page);
  await press(page, 'Stop my tower');
  await step(page, () => press(page, 'Stop my tower'));
  // Only red is left to build, and the towers will be compared.
  for (const height of ['95', '120']) {
    await expect(turn(page)).toHaveAttribute('data-task', 'measure');
    await picture(page, `pile-measure-${height}`);
    await page.getByLabel('Height of the tower').fill(height);
    await step(page, () => press(page, 'That is its height'));
  }
  await expect(turn(page)).toHaveAttribute('data-task', 'build-freely');
  await picture(page, 'pile-alone');
  await nobodyIsShutOut(page);
  await page.getByLabel('Height of the tower').fill('150');
  await stands(page);
  await press(page, 'Stop my tower');
  await step(page, () => press(page, 'Stop my tower'));
  await expect(end(page).getByRole('link')).toHaveAttribute('href', '/rules/bausack#S32');
});
