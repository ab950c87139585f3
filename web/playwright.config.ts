import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env.PORT ?? 4173);
const launchOptions = {
  // The system's browser: nothing is downloaded.
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
  args: [
    // Drawing on the processor directly is ten times faster here than imitating a graphics card.
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

/** Pictures are written on request; other engines than Playwright's have a project of their own. */
const testIgnore = [/engines\.spec/, ...(process.env.PICTURES === undefined ? [/pictures/] : [])];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A busy machine may starve a browser: tests that pass only on retry are reported as flaky.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: { baseURL: `http://localhost:${port}`, locale: 'en-GB', launchOptions },
  projects: [
    {
      name: 'desk',
      testIgnore,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore,
      testMatch: /pages|pictures/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
    },
    { name: 'engines', testMatch: /engines\.spec/ },
  ],
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}`,
    reuseExistingServer: process.env.PORT === undefined,
  },
});
