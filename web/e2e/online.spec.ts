import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { act, axe, call, come, invite, picture } from './guests';
import { Server } from './server';
import { begin, play, press } from './table';

let server: Server;

test.beforeAll(async () => {
  server = await Server.open();
});
test.afterAll(async () => {
  await server?.close();
});

/** A page of a new user, in a browser context of its own. */
async function newUser(browser: Browser, more: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    // The pages are the same for both; what they keep for offline is tested elsewhere.
    serviceWorkers: 'block',
    ...more,
  });
  return context.newPage();
}

test('two people play by link, through a reload and a restart of the server, and again', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  const both = [ada, bob];
  await call(ada, 'Ada');
  const link = await invite(ada);
  await expect(ada.getByRole('img', { name: /QR code/ })).toBeVisible();
  await axe(ada);
  await picture(ada, 'waiting');
  await bob.goto(link);
  await expect(bob.getByLabel('What shall the others call you?')).toBeVisible();
  await axe(bob);
  await picture(bob, 'invited');
  await come(bob, link);
  await expect(ada.locator('.seat', { hasText: 'Bob' })).toBeVisible();
  await expect(bob).not.toHaveURL(/#/);

  // A few actions each, and one that the rules forbid.
  await act(ada, both, 'b2', 1);
  await press(bob, 'b2');
  await expect(bob.getByRole('alert')).toContainText('Article B4');
  await bob.keyboard.press('Escape');
  await act(bob, both, 'c3', 2);
  await act(ada, both, 'd4', 3);
  // Typed, so that it is the server that refuses.
  await bob.getByLabel('Type an action').fill('d4');
  await bob.keyboard.press('Enter');
  await expect(bob.getByRole('alert')).toContainText('Article B4');
  await bob.keyboard.press('Escape');

  // Talk.
  await ada.getByRole('button', { name: /^Talk/ }).click();
  await ada.getByRole('textbox', { name: 'Write something' }).fill('Hello Bob');
  await ada.keyboard.press('Enter');
  await expect(bob.getByRole('button', { name: 'Talk 1 new' })).toBeVisible();
  await bob.getByRole('button', { name: /^Talk/ }).click();
  await expect(bob.getByRole('list', { name: 'Talk' })).toContainText('Hello Bob');
  await picture(bob, 'talk');
  await axe(bob);

  // Reload in the middle of the game.
  await bob.reload();
  await expect(bob.locator('[data-step]')).toHaveCount(3);
  await act(bob, both, 'a3', 4);

  // A take-back is asked for, declined, asked for again and granted.
  await bob.getByRole('button', { name: 'Take back' }).click();
  await ada.getByRole('button', { name: 'Decline' }).click();
  await expect(bob.getByText('The take-back is declined.')).toBeVisible();
  await bob.getByRole('button', { name: 'Take back' }).click();
  await ada.getByRole('button', { name: 'Agree' }).click();
  for (const page of both) await expect(page.locator('[data-step]')).toHaveCount(3);
  await act(bob, both, 'a3', 4);

  // The server closes and opens again; what is pressed meanwhile is done when it is back.
  await server.stop();
  for (const page of both) await expect(page.getByText('Connection lost. Coming back…')).toBeVisible();
  await picture(ada, 'lost');
  await press(ada, 'a1');
  await expect(ada.locator('[data-step]')).toHaveCount(5);
  await expect(bob.locator('[data-step]')).toHaveCount(4);
  await server.start();
  for (const page of both)
    await expect(page.getByText('Connection lost. Coming back…')).toBeHidden({ timeout: 20_000 });
  for (const page of both) await expect(page.locator('[data-step]')).toHaveCount(5);
  await act(bob, both, 'b4', 6);
  await picture(ada, 'online');

  // The end, and another game with the seats changed.
  await bob.getByRole('button', { name: 'More' }).last().click();
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('button', { name: 'Yes' }).click();
  await expect(ada.locator('.end')).toContainText('You win');
  await expect(bob.locator('.end')).toContainText('Ada wins');
  await picture(ada, 'end');
  await ada.locator('.end').getByRole('button', { name: 'Propose another game' }).click();
  const asked = bob.getByRole('alert').filter({ hasText: 'Ada would like to play again.' });
  await expect(asked).toContainText('No clock');
  await picture(bob, 'rematch');
  await asked.getByRole('button', { name: 'Agree' }).click();
  for (const page of both) await expect(page.locator('[data-step]')).toHaveCount(0);
  await act(bob, both, 'c2', 1);
  await act(ada, both, 'b3', 2);
});

test('a rematch can be declined, and whoever proposed it is told', async ({ browser }) => {
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  await call(ada, 'Ada');
  await come(bob, await invite(ada));
  await act(ada, [ada, bob], 'b2', 1);
  await bob.getByRole('button', { name: 'More' }).last().click();
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('button', { name: 'Yes' }).click();
  await expect(ada.locator('.end')).toContainText('Bob resigned.');
  await expect(bob.locator('.end')).toContainText('You resigned.');
  await ada.locator('.end').getByRole('button', { name: 'Propose another game' }).click();
  await expect(ada.getByText('invited')).toBeVisible();
  await bob.getByRole('button', { name: 'Decline' }).click();
  await expect(bob.getByText('You declined the next game.')).toBeVisible();
  await expect(ada.getByRole('alert')).toHaveText('Bob does not play again.');
});

test('trying asks nobody: undo at a table with others takes back what was tried', async ({ browser }) => {
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  await call(ada, 'Ada');
  await come(bob, await invite(ada));
  await act(ada, [ada, bob], 'b2', 1);
  await act(bob, [ada, bob], 'c3', 2);
  await ada.getByRole('button', { name: 'More' }).last().click();
  await ada.getByRole('button', { name: 'Try actions' }).click();
  await press(ada, 'd4');
  await expect(ada.locator('li.variation')).toHaveCount(1);
  await ada.getByRole('button', { name: 'Undo what was tried' }).click();
  await expect(ada.locator('[data-spot="d4"]')).toHaveAttribute('aria-label', /empty/);
  await expect(bob.getByText('would like to take back')).toHaveCount(0);
  for (const page of [ada, bob]) await expect(page.locator('[data-step]')).toHaveCount(2);
});

test('what is said while the chat is out of sight is told on the board', async ({ browser }) => {
  const ada = await newUser(browser);
  const bob = await newUser(browser, { viewport: { width: 390, height: 640 } });
  await call(ada, 'Ada');
  await come(bob, await invite(ada));
  await ada.getByRole('button', { name: /^Talk/ }).click();
  await ada.getByRole('textbox', { name: 'Write something' }).fill('Hello Bob');
  await ada.keyboard.press('Enter');
  const pill = bob.getByRole('button', { name: '1 new message' });
  await expect(pill).toBeInViewport({ ratio: 1 });
  await pill.click();
  await expect(bob.getByRole('list', { name: 'Talk' })).toContainText('Hello Bob');
});

test('whoever lays an open table, and whoever comes, chooses a colour', async ({ browser }) => {
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  await call(ada, 'Ada');
  await ada.goto('/box/basik#invite');
  await ada
    .getByRole('group', { name: 'How many seats?' })
    .getByRole('radio', { name: '3' })
    .check({ force: true });
  const form = ada.locator('#invite');
  await form.getByLabel('Open to all').check();
  // The first seat was hers as long as she wanted no other.
  await form.getByLabel('Blue').selectOption('Me');
  await expect(form.getByLabel('Red')).toHaveValue('open');
  await axe(ada);
  await picture(ada, 'colours');
  await form.getByRole('button', { name: 'Lay the table' }).click();
  const seats = (page: Page) => page.getByRole('list', { name: 'The seats' }).getByRole('listitem');
  await expect(seats(ada).nth(1)).toContainText('Ada');

  await bob.goto(ada.url());
  const mine = bob.getByRole('group', { name: 'Your seat' });
  await expect(mine.getByRole('radio')).toHaveCount(3);
  await mine.getByRole('radio', { name: 'Yellow' }).check({ force: true });
  await axe(bob);
  await picture(bob, 'colours-guest');
  await bob.getByLabel('What shall the others call you?').fill('Bob');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  await expect(seats(ada).nth(2)).toContainText('Bob');
  // He changes his mind, and nobody is told that he has gone.
  await bob.getByRole('button', { name: 'Take the seat Red' }).click();
  await expect(seats(ada).nth(0)).toContainText('Bob');
  await expect(seats(ada).nth(2)).not.toContainText('Bob');
  await expect(ada.getByRole('alert')).toHaveCount(0);
  // On a phone all of it has room, and so has the head of the page with a house behind it.
  await bob.setViewportSize({ width: 390, height: 844 });
  for (const path of [new URL(bob.url()).pathname, '/box/basik#here']) {
    await bob.goto(path);
    await expect(bob.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await bob.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});

test('an open table: found on the shelf, watched, moved to another device', async ({ browser }) => {
  test.setTimeout(120_000);
  const [ada, bob, cyd] = [await newUser(browser), await newUser(browser), await newUser(browser)];
  await call(ada, 'Ada');
  await ada.goto('/box/basik#invite');
  await ada
    .getByRole('group', { name: 'How many seats?' })
    .getByRole('radio', { name: '3' })
    .check({ force: true });
  await ada.getByLabel('Open to all').check();
  await ada.getByRole('combobox', { name: /^Yellow/ }).selectOption('Bot 1');
  await axe(ada);
  await picture(ada, 'invite');
  await ada.getByRole('button', { name: 'Lay the table' }).click();
  await expect(ada.getByRole('textbox', { name: 'Link to seat 2' })).toBeVisible();

  // Bob finds it and sits down, Cyd watches.
  await bob.goto('/');
  await bob
    .getByRole('region', { name: 'Open tables' })
    .getByRole('link', { name: /Ada, Free seat, Bot 1.*Sit down/ })
    .click();
  await bob.getByLabel('What shall the others call you?').fill('Bob');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  await expect(bob.locator('[data-spot]').first()).toBeAttached();
  await cyd.goto('/');
  await picture(cyd, 'shelf');
  await axe(cyd);
  await cyd
    .getByRole('region', { name: 'Open tables' })
    .getByRole('link', { name: /Ada, Bob.*Watch/ })
    .click();
  await expect(ada.getByText('1 watching')).toBeVisible();
  await act(ada, [ada, bob, cyd], 'b2', 1);
  await press(bob, 'c3');
  await expect(cyd.locator('[data-step]')).toHaveCount(3);
  await expect(cyd.locator('[data-spot][aria-disabled="false"]')).toHaveCount(0);
  await cyd.getByRole('button', { name: /^Talk/ }).click();
  await cyd.getByRole('textbox', { name: 'Write something' }).fill('Well played');
  await cyd.keyboard.press('Enter');
  await expect(cyd.getByRole('list', { name: 'Talk' })).toContainText('Well played');
  await expect(ada.getByRole('button', { name: /new/ })).toHaveCount(0);

  // The shelf tells who is waited for, and leads back to the running game.
  await expect(ada).toHaveTitle(/^Your turn · /);
  await expect(bob).toHaveTitle(/^A table of Basik/);
  await bob.goto('/');
  await expect(bob.getByRole('region', { name: 'Your games with others' })).toContainText('Ada to play');
  await expect(bob.getByText('1 game waits for you')).toHaveCount(0);
  const other = await ada.context().newPage();
  await other.goto('/');
  await expect(other).toHaveTitle(/^1 game waits for you/);
  await other.getByRole('link', { name: '1 game waits for you' }).click();
  await expect(other.getByRole('region', { name: 'Your games with others' })).toBeInViewport();
  await expect(other.getByRole('link', { name: /Basik.*Your turn/ })).toBeVisible();
  await axe(other);
  await other.close();
  await bob.getByRole('region', { name: 'Your games with others' }).getByRole('link').click();
  await expect(bob.locator('[data-step]')).toHaveCount(3);

  // Ada goes on with her phone.
  await ada.getByRole('button', { name: 'More' }).last().click();
  await ada.getByRole('button', { name: 'Continue on another device' }).click();
  const link = await ada.getByRole('textbox', { name: 'Continue on another device' }).inputValue();
  await picture(ada, 'hand-over');
  await axe(ada);
  const phone = await newUser(browser);
  await phone.goto(link);
  await phone.getByLabel('What shall the others call you?').fill('Ada');
  await phone.getByRole('button', { name: 'Sit down' }).click();
  await expect(phone.locator('[data-step]')).toHaveCount(3);
  // A cell that the bot has left free.
  await phone
    .locator('[data-spot][aria-label$="empty"][aria-disabled="false"]')
    .first()
    .click({ force: true });
  await expect(ada.locator('[data-step]')).toHaveCount(4);
  await expect(ada.locator('[data-spot][aria-disabled="false"]')).toHaveCount(0);
});

test('an account brings the tables to another device; bots take the empty seats', async ({ browser }) => {
  const [ada, laptop] = [await newUser(browser), await newUser(browser)];
  for (const [page, button] of [
    [ada, 'Make an account'],
    [laptop, 'Log in'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('button', { name: /^Your name/ }).click();
    await page.getByRole('radio', { name: button }).check({ force: true });
    await page.getByRole('textbox', { name: 'Name of the account' }).fill('Ada of the account');
    const wrong = page === laptop ? 'a wrong password' : 'short';
    await page.getByLabel('Password').fill(wrong);
    await page.getByRole('button', { name: button }).click();
    // What is wrong is said beside its field.
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Password').fill('a long password');
    if (page === ada) await axe(page);
    if (page === ada) await picture(page, 'account');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText('This name is your account.')).toBeVisible();
    if (page === ada) await invite(ada, '3 days an action');
  }
  await laptop.getByRole('region', { name: 'Your games with others' }).getByRole('link').click();
  await laptop.getByRole('button', { name: 'Start with bots instead' }).click();
  await expect(ada.locator('[data-spot]').first()).toBeAttached();
  await press(laptop, 'b2');
  // A game by days asks for a confirmation unless one does not want it.
  await laptop.getByRole('button', { name: 'Confirm b2' }).click();
  for (const page of [ada, laptop]) await expect(page.locator('[data-step]')).toHaveCount(2);
  await expect(laptop.getByRole('timer').first()).toHaveText(/^(3 d 0 h|2 d 23 h)$/);
  // A bot answers by what its own search says: it declines, or the game is drawn.
  await laptop.getByRole('button', { name: 'More' }).last().click();
  await laptop.getByRole('button', { name: 'Offer a draw' }).click();
  const declined = laptop.getByText('The draw is declined.');
  await expect(
    declined.or(laptop.getByRole('button', { name: 'Propose another game' })).first(),
  ).toBeVisible();
  await laptop.getByRole('button', { name: /^Your name/ }).click();
  await laptop.getByRole('button', { name: 'Log out' }).click();
  await expect(laptop.getByRole('button', { name: /^Your name: Guest/ })).toBeVisible();
});

test('an invited player sees the terms, and can read the rules first', async ({ browser }) => {
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  await ada.goto('/box/tactic#invite');
  await ada.getByRole('radio', { name: 'Forced passage' }).check({ force: true });
  await expect(ada.getByRole('radio', { name: 'A bot plays on' })).toHaveCount(0);
  await ada.getByRole('radio', { name: '5 min + 5 sec', exact: true }).check({ force: true });
  await ada.getByRole('radio', { name: 'A bot plays on' }).check({ force: true });
  await ada.getByRole('button', { name: 'Lay the table' }).click();
  await bob.goto(await ada.getByRole('textbox', { name: 'Link to seat 2' }).inputValue());
  await expect(bob.getByText('Forced passage · 5 min + 5 sec · out of time, a bot plays on')).toBeVisible();
  await axe(bob);
  await bob.getByRole('link', { name: 'The rules' }).click();
  const rules = bob.getByRole('dialog', { name: 'The rules' });
  await expect(rules.getByRole('heading', { name: 'Tactic', level: 1 })).toBeVisible();
  await bob.goBack();
  await expect(rules).toBeHidden();
  await bob.getByLabel('What shall the others call you?').fill('Bob');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  for (const page of [ada, bob]) await expect(page.getByText('Tactic · Forced passage')).toBeVisible();
  await ada.goto('/');
  const tables = ada.getByRole('region', { name: 'Your games with others' });
  await expect(tables.getByRole('link')).toContainText('Forced passage');
});

test('a link that was used is no longer good; a game that has hardly begun may be stopped', async ({
  browser,
}) => {
  const [ada, bob, cyd] = [await newUser(browser), await newUser(browser), await newUser(browser)];
  const link = await invite(ada);
  await come(bob, link);
  await cyd.goto(link);
  await expect(cyd.getByRole('heading', { name: 'There is no such table' })).toBeVisible();
  // The link to watch is another one.
  await ada.getByRole('button', { name: 'More' }).last().click();
  await ada.getByRole('button', { name: 'Link to watch' }).click();
  await cyd.goto(await ada.getByRole('textbox', { name: 'Link to watch' }).inputValue());
  await expect(cyd.getByText('You are watching.')).toBeVisible();
  await expect(cyd.locator('[data-spot][aria-disabled="false"]')).toHaveCount(0);
  await bob.getByRole('button', { name: 'More' }).last().click();
  await bob.getByRole('button', { name: 'Stop without a result' }).click();
  for (const page of [ada, bob])
    await expect(
      page.getByRole('heading', { name: 'This table was closed without a result.' }),
    ).toBeVisible();
});

test('a game on one screen goes on with somebody elsewhere, who sees the terms first', async ({
  browser,
}) => {
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  await call(bob, 'Bob');
  await begin(ada, 'basik', 2);
  await play(ada, 'b2');
  await play(ada, 'c3');
  await ada.getByRole('button', { name: 'More' }).last().click();
  await ada.getByRole('button', { name: 'Invite somebody to this game' }).click();
  const link = await ada.getByRole('textbox', { name: 'Link to seat 2' }).inputValue();
  await bob.goto(link);
  await expect(bob.locator('.terms')).toHaveText('No clock');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  for (const page of [ada, bob]) await expect(page.locator('[data-step]')).toHaveCount(2);
  await act(ada, [ada, bob], 'd4', 3);
  await act(bob, [ada, bob], 'a1', 4);
});

test('without a server nothing of it is offered', async ({ page }) => {
  await page.goto('/box/basik#invite');
  await expect(page.getByRole('heading', { name: 'Play a bot' })).toBeVisible();
  // The way is there, and says why it leads nowhere.
  await expect(page.getByText('These pages have no server')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lay the table' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Your name/ })).toHaveCount(0);
});

/** The notifications that a page's service worker shows, with the paths to which they lead. */
function notifications(page: Page): Promise<{ text: string; to: unknown }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, data }) => ({
      text: `${title}: ${body}`,
      to: data,
    }));
  });
}

/** Makes the page visible or hidden. */
async function setVisible(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  }, state === 'hidden');
}

test('a hidden page notifies of the turn, at the table and on the shelf', async ({ browser }) => {
  const ada = await newUser(browser, { serviceWorkers: 'allow', permissions: ['notifications'] });
  const bob = await newUser(browser);
  await call(ada, 'Ada');
  const link = await invite(ada, '3 days an action');
  await ada.getByRole('checkbox', { name: 'Tell me when it is my turn' }).check();
  await come(bob, link);
  // Games by days ask for a confirmation, unless one says no.
  for (const page of [ada, bob]) {
    await page.getByRole('button', { name: 'More' }).last().click();
    await page.getByRole('checkbox', { name: 'Confirm each action' }).uncheck();
  }
  const table = new URL(link).pathname;
  const note = { text: 'Your turn: Basik', to: table };

  // A visible page does not notify.
  await act(ada, [ada, bob], 'b2', 1);
  await act(bob, [ada, bob], 'c3', 2);
  await act(ada, [ada, bob], 'd4', 3);
  expect(await notifications(ada)).toEqual([]);
  await setVisible(ada, 'hidden');
  await act(bob, [ada, bob], 'a3', 4);
  await expect.poll(() => notifications(ada)).toEqual([note]);

  // On the shelf the same.
  await setVisible(ada, 'visible');
  await ada.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (const note of await registration.getNotifications()) note.close();
  });
  await act(ada, [ada, bob], 'a1', 5);
  await ada.goto('/');
  await expect(ada.getByRole('checkbox', { name: 'Tell me when it is my turn' })).toBeChecked();
  await setVisible(ada, 'hidden');
  await press(bob, 'd1');
  await expect.poll(() => notifications(ada), { timeout: 20_000 }).toEqual([note]);
});

test('a browser that denies notifications says so', async ({ browser }) => {
  const ada = await newUser(browser, { serviceWorkers: 'allow' });
  await call(ada, 'Ada');
  await invite(ada);
  const box = ada.getByRole('checkbox', { name: 'Tell me when it is my turn' });
  await box.click();
  await expect(ada.getByRole('alert')).toContainText('does not let this site tell you');
  await expect(box).not.toBeChecked();
  await axe(ada);
});

test('the reload of an outdated page keeps an unsent chat message', async ({ browser }) => {
  const [ada, bob] = [await newUser(browser), await newUser(browser)];
  await call(ada, 'Ada');
  await come(bob, await invite(ada));
  await bob.getByRole('button', { name: /^Talk/ }).click();
  await bob.getByRole('textbox', { name: 'Write something' }).fill('Half a sen');
  const reloaded = bob.waitForEvent('load');
  await bob.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
  await reloaded;
  await expect(bob.getByRole('textbox', { name: 'Write something' })).toHaveValue('Half a sen');
});
