import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Server } from './server';

let server: Server;

test.beforeAll(async () => {
  server = await Server.open();
});
test.afterAll(async () => {
  await server?.close();
});

const PASSWORD = 'correct horse battery';

/** A page of somebody with an account. */
async function account(browser: Browser, name: string, password = PASSWORD): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/');
  const answer = await page.evaluate(
    async ([name, password]) => {
      const ask = (path: string) =>
        fetch(`/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name, password }),
        });
      const made = await ask('/me/account');
      return made.ok ? made.status : (await ask('/login')).status;
    },
    [name, password],
  );
  expect(answer).toBe(200);
  await page.reload();
  return page;
}

async function axe(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
}

test('an account changes its password, logs a device out, and is deleted', async ({ browser }) => {
  const [desk, phone] = [await account(browser, 'Ada'), await account(browser, 'Ada')];
  await desk.goto('/account');
  await expect(desk.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await axe(desk);
  // What is wrong is said beside its field.
  await desk.getByLabel('Present password').fill('not the one');
  await desk.getByLabel('New password').fill('a long password');
  await desk.getByRole('button', { name: 'Change the password' }).click();
  await expect(desk.getByLabel('Present password')).toHaveAttribute('aria-invalid', 'true');
  await desk.getByLabel('Present password').fill(PASSWORD);
  await desk.getByLabel('Log all other devices out').uncheck();
  await desk.getByRole('button', { name: 'Change the password' }).click();
  await expect(desk.getByText('The password is changed.')).toBeVisible();
  const devices = desk.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: 'Log out' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await phone.goto('/account');
  await expect(phone.getByText('You have no account')).toBeVisible();
  await desk.getByRole('button', { name: 'Delete the account' }).click();
  await desk.getByRole('region', { name: 'Delete the account' }).getByLabel('Password').fill('a long password');
  await desk.getByRole('button', { name: 'Delete it for good' }).click();
  await expect(desk.getByText('You have no account')).toBeVisible();
});

test('what is said is reported, and a host warns and mutes', async ({ browser }) => {
  const [gus, bob, eve] = [
    await account(browser, 'Gus'),
    await account(browser, 'Bob'),
    await account(browser, 'Eve'),
  ];
  await eve.goto('/desk');
  await expect(eve.getByText('This page is not on the shelf.')).toBeVisible();
  server.command('host', 'add', 'gus');
  const table = await eve.evaluate(async () => {
    const wanted = { game: 'basik', seats: ['me', 'open'], open: true };
    const headers = { 'content-type': 'application/json' };
    const made = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(wanted) });
    return ((await made.json()) as { id: string }).id;
  });
  await bob.goto(`/table/${table}`);
  await bob.getByRole('button', { name: 'Sit down' }).click();
  await eve.goto(`/table/${table}`);
  await eve.getByRole('button', { name: /^Talk/ }).click();
  await eve.getByRole('textbox', { name: 'Write something' }).fill('you are a fool');
  await eve.getByRole('button', { name: 'Send' }).click();
  await bob.getByRole('button', { name: /^Talk/ }).click();
  await bob.getByRole('button', { name: 'About what Eve said' }).click();
  await bob.getByLabel('Anything else?').fill('This is not kind.');
  await bob.getByRole('button', { name: 'Tell the hosts' }).click();
  await expect(bob.getByText('Thank you. A host will look at it')).toBeVisible();
  await gus.goto('/desk');
  const report = gus.getByRole('article');
  await expect(report.getByText('you are a fool')).toBeVisible();
  await axe(gus);
  await report.getByLabel('Why (the person reads it)').fill('Be kind.');
  await report.getByRole('button', { name: 'Decide' }).click();
  await report.getByRole('button', { name: 'Remove the message' }).click();
  await expect(bob.locator('.chat').getByText('you are a fool')).toHaveCount(0);
  await eve.goto('/');
  await expect(eve.getByText('A host warns you:')).toBeVisible();
  await eve.getByRole('button', { name: 'I have read it' }).click();
  await expect(eve.getByText('A host warns you:')).toHaveCount(0);
});
