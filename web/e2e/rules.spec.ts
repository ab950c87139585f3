import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { begin, play, press } from './table';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const GAMES = ['basik', 'expion', 'tactic', 'bausack'];

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}

/** The contents, opened where they are folded. */
async function contents(page: Page, name: string) {
  const nav = page.getByRole('navigation', { name });
  await expect(nav).toBeVisible();
  if (!(await nav.getByRole('searchbox').isVisible())) await nav.getByText(name).click();
  return nav;
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`by ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    for (const game of GAMES)
      test(`the rulebook of ${game} can be read by everybody`, async ({ page }) => {
        await page.goto(`/rules/${game}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await axe(page);
      });
  });
}

test('a rulebook needs no rules: it comes without WebAssembly', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/rules/basik#B14');
  await expect(page.locator('h3#B14')).toBeInViewport();
  await expect(page.locator('figure').first()).toBeAttached();
  expect(loaded.filter((address) => /\.wasm|worker/.test(address))).toEqual([]);
  // Its drawings share their parts.
  expect(await page.locator('article *').count()).toBeLessThan(2000);
});

test('the contents mark what is read', async ({ page }) => {
  await page.goto('/rules/basik#B14');
  const nav = await contents(page, 'In this book');
  await expect(nav.locator('[aria-current="location"]')).toHaveAttribute('href', '#B14');
  await page.locator('h3#B9').evaluate((heading) => heading.scrollIntoView());
  await expect(nav.locator('[aria-current="location"]')).toHaveAttribute('href', '#B9');
  // Pressed from where one reads: the header itself is far above.
  await page.getByRole('button', { name: 'Lire en français' }).dispatchEvent('click');
  await expect(page.locator('article')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('h3#B9')).toBeInViewport();
});

test('words are found, whatever their accents', async ({ page }) => {
  await page.goto('/rules/expion');
  await page.getByRole('button', { name: 'Lire en français' }).click();
  const nav = await contents(page, 'Dans ce livret');
  const field = nav.getByRole('searchbox', { name: 'Chercher dans les règles' });
  await field.fill('cameleon');
  await expect(nav.locator('mark').first()).toHaveText(/caméléon/i);
  await expect(nav.getByRole('status')).toHaveText(/Passages trouvés\s: [1-9]/);
  await nav.getByRole('link', { name: /X16/ }).first().click();
  await expect(page.locator('h3#X16')).toBeInViewport();
  await field.fill('zzz');
  await expect(nav.getByRole('status')).toHaveText(/trouvés\s: 0/);
});

test('a table stays while its rules are read in a drawer', async ({ page }) => {
  await begin(page, 'basik', 2);
  await play(page, 'b2');
  const table = page.url();
  await page.getByRole('link', { name: 'The rules' }).click();
  const drawer = page.getByRole('dialog', { name: 'The rules' });
  await expect(drawer.getByRole('heading', { name: 'Basik' })).toBeVisible();
  await axe(page);
  await drawer.getByRole('button', { name: 'In this book' }).click();
  await drawer.getByRole('link', { name: /B14/ }).first().click();
  await expect(drawer.locator('h3#B14')).toBeInViewport();
  expect(page.url()).toBe(table);
  // Keys in the drawer do not turn back the game.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.locator('[data-step]')).toHaveCount(1);
  // A refusal opens the drawer at its article; going back closes it.
  await press(page, 'b2');
  await page.getByRole('alert').getByRole('link').click();
  await expect(drawer.locator('h3#B4')).toBeInViewport();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page.locator('[data-step]')).toHaveCount(1);
});

test('on paper there is one column and no wood', async ({ page }) => {
  await page.goto('/rules/basik');
  await expect(page.locator('h3#B1')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundImage);
  expect(background).toBe('none');
  const [body, article] = await page.evaluate(() =>
    ['body', 'article'].map((name) => document.querySelector(name)?.getBoundingClientRect().width ?? 0),
  );
  expect(article).toBe(body);
});

for (const game of GAMES)
  test(`the page of ${game} for the wall is one sheet, in both languages`, async ({ page }) => {
    for (const other of ['Lire en français', 'Read in English']) {
      await page.goto(`/rules/${game}`);
      await page
        .getByRole('link', { name: /On one page|En une page/ })
        .first()
        .click();
      await expect(page).toHaveURL(/\/summary$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await axe(page);
      const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      expect(sheets).toHaveLength(1);
      await page.getByRole('button', { name: other }).click();
    }
  });
