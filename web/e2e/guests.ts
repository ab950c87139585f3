/// What guests of a server do in the tests: say their names, invite each other, sit down and play.
import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { press } from './table';

/** Saves a screenshot if `PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${folder}/${name}-phone.png`, fullPage: true });
  if (size) await page.setViewportSize(size);
}

export async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

export async function call(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /^Your name/ }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Keep the name' }).click();
  await expect(page.getByRole('button', { name: `Your name: ${name}` })).toBeVisible();
}

/** Ada lays a table and gives the link to the other seat. */
export async function invite(ada: Page, clock = 'No clock'): Promise<string> {
  await ada.goto('/box/basik#invite');
  await ada.getByRole('radio', { name: clock }).check({ force: true });
  await ada.getByRole('button', { name: 'Lay the table' }).click();
  const link = ada.getByRole('textbox', { name: 'Link to seat 2' });
  await expect(link).toHaveValue(/\/table\/[\w-]+#./);
  return link.inputValue();
}

/** Bob opens the link, says his name and sits down. */
export async function come(bob: Page, link: string): Promise<void> {
  await bob.goto(link);
  await bob.getByLabel('What shall the others call you?').fill('Bob');
  await bob.getByRole('button', { name: 'Sit down' }).click();
  await expect(bob.locator('[data-spot]').first()).toBeAttached();
}

/** One of two presses a spot: both see the action. */
export async function act(who: Page, pages: Page[], spot: string, count: number): Promise<void> {
  await press(who, spot);
  for (const page of pages) await expect(page.locator('[data-step]')).toHaveCount(count);
}
