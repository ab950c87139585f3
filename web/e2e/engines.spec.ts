import { expect, test } from '@playwright/test';
import { type Engine, openFirefox, openWebKit } from './engine';
import { Server } from './server';
import { die } from './table';

// What Chromium does is tested everywhere else; here the other two engines show that they can do it at all.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let server: Server;
let engines: Engine[];

test.beforeAll(async () => {
  server = await Server.open();
  engines = await Promise.all([openFirefox(), openWebKit()]);
  for (const engine of engines) {
    await engine.goto(server.address);
    const settings = JSON.stringify({ lang: 'en', sound: false, theme: null, confirm: null, notes: false });
    await engine.value(`localStorage.setItem('settings', ${JSON.stringify(settings)})`);
    await engine.value(`localStorage.setItem('bausack picture', 'flat')`);
  }
});
test.afterAll(async () => {
  await Promise.all((engines ?? []).map((engine) => engine.close()));
  await server?.close();
});

const quoted = (text: string) => JSON.stringify(text);

/** Waits until an expression is true. */
async function until(engine: Engine, what: string, expression: string, timeout = 90_000): Promise<void> {
  const asked = () => engine.value<boolean>(`Boolean(${expression})`).catch(() => false);
  await expect.poll(asked, { message: `${engine.name}: ${what}`, timeout }).toBe(true);
}

/** The page, once its first text is there. */
async function open(engine: Engine, path: string): Promise<void> {
  await engine.goto(new URL(path, server.address).href);
  await until(engine, path, `document.querySelector('h1')`);
}

/** A button or link, by how its name begins. */
const named = (name: string) =>
  `[...document.querySelectorAll('button, a')].find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${quoted(name)}))`;

/** Presses something once it is there and can be pressed. */
async function press(engine: Engine, what: string): Promise<void> {
  await until(engine, what, `(${what}) && !(${what}).disabled`);
  await engine.value(`(${what}).scrollIntoView({ block: 'center' })`);
  const { x, y, width, height } = await engine.value<DOMRect>(`(${what}).getBoundingClientRect().toJSON()`);
  await engine.click(x + width / 2, y + height / 2);
}

const spot = (id: string) => `document.querySelector('[data-spot="${id}"]')`;

const isOver = `document.querySelector('.end')`;

/** What can be pressed now, at random: the same as people see. */
const offer = (chance: number) => `(() => {
  const all = [...document.querySelectorAll('[data-spot][aria-disabled="false"]')];
  const selected = document.querySelector('[data-spot][aria-pressed="true"]');
  const free = all.filter((one) => one.getAttribute('aria-label')?.endsWith('empty'));
  const spots = !selected && free.length > 0 ? free : all;
  const word = document.querySelector('.panel > .button.main');
  const box = (word ?? spots[Math.floor(${chance} * spots.length)])?.getBoundingClientRect();
  return { over: document.querySelector('.end') !== null, x: box ? box.x + box.width / 2 : -1, y: box ? box.y + box.height / 2 : -1 };
})()`;

async function playOut(engine: Engine, seed: number): Promise<void> {
  const roll = die(seed);
  for (let press = 0; press < 600; press++) {
    const { over, x, y } = await engine.value<{ over: boolean; x: number; y: number }>(
      offer(roll(1000) / 1000),
    );
    if (over) return;
    if (x >= 0) await engine.click(x, y);
  }
  throw new Error(`${engine.name}: the game did not end`);
}

/** Both engines do the same at once. */
const both = (run: (engine: Engine) => Promise<void>) => Promise.all(engines.map(run));

test('Firefox and WebKit show the shelf, a rulebook and the pages of boxes', async () => {
  await both(async (engine) => {
    await open(engine, '/');
    await until(engine, 'four boxes', `document.querySelectorAll('a[href^="/box/"]').length >= 4`);
    await open(engine, '/rules/basik');
    await until(engine, 'drawings of the rulebook', `document.querySelectorAll('svg').length > 10`);
  });
});

test('Firefox and WebKit play a whole game of Basik', async () => {
  await both(async (engine) => {
    await open(engine, '/box/basik#here');
    await press(engine, named('Begin: Play on this screen'));
    await until(engine, 'a board', spot('a1'));
    await playOut(engine, 7);
    await until(engine, 'the end', `${isOver}?.textContent.includes('article B')`);
  });
});

/** Positions of which one press more ends the game. */
const ENDINGS = [
  {
    game: 'expion',
    position:
      '#nnnnnnn#/w.......e/w.......e/w...w...e/w.......e/.xs.....e/w.......e/w.......e/#ss.ssss# 0 - 0',
    presses: ['c4', 'b4'],
    article: 'X17',
  },
  {
    game: 'tactic',
    position:
      'P.P/..P./....../......./....../......./p.p.../......./....../......./....../..../.p. 0 2,2 - 0,0 -,- base',
    presses: ['12c', '13b'],
    article: 'T14',
  },
];

for (const { game, position, presses, article } of ENDINGS) {
  test(`Firefox and WebKit play ${game} from a position to its end`, async () => {
    await both(async (engine) => {
      await open(engine, `/edit/${game}#${new URLSearchParams({ seats: '2', position })}`);
      await press(engine, named('Play it on this screen'));
      await until(engine, 'a table', `location.pathname.startsWith('/table/') && ${spot(presses[0] ?? '')}`);
      for (const id of presses) await press(engine, spot(id));
      await until(engine, 'the end', `${isOver}?.textContent.includes(${quoted(article)})`);
    });
  });
}

test('Firefox and WebKit lay a block of Bausack, and resign', async () => {
  await both(async (engine) => {
    await open(engine, '/box/bausack#here');
    await press(engine, named('Begin: Play on this screen'));
    await press(engine, `document.querySelector('[data-block="1"]')`);
    await until(engine, 'a block in the hand', `document.querySelector('[data-phase="air"]')`);
    await press(engine, named('Lower'));
    await until(engine, 'held', `document.querySelector('[data-phase="held"]')`, 60_000);
    await press(engine, named('Let go'));
    await until(engine, 'a tower', `document.querySelectorAll('[data-step]').length >= 2`, 60_000);
    await press(engine, named('More'));
    await press(engine, named('Resign'));
    await press(engine, named('Yes'));
    await until(engine, 'the end', isOver);
  });
});

test('Firefox and WebKit play each other at one table of the house', async () => {
  const [host, guest] = engines as [Engine, Engine];
  await open(host, '/box/basik#invite');
  await press(host, named('Lay the table'));
  const link = `[...document.querySelectorAll('input')].find((one) => one.getAttribute('aria-label') === 'Link to seat 2')`;
  await until(host, 'a link', `${link}?.value.includes('#')`);
  await open(guest, await host.value<string>(`${link}.value`));
  const name = `document.querySelector('main input:not([readonly])')`;
  await until(guest, 'the question for a name', name);
  await guest.value(
    `((field) => { field.value = 'Bob'; field.dispatchEvent(new Event('input', { bubbles: true })); })(${name})`,
  );
  await press(guest, named('Sit down'));
  const count = (steps: number) => `document.querySelectorAll('[data-step]').length === ${steps}`;
  for (const [turn, id] of ['a1', 'd4', 'b2', 'c3'].entries()) {
    await press(turn % 2 === 0 ? host : guest, spot(id));
    await both((engine) => until(engine, `action ${turn + 1}`, count(turn + 1)));
  }
  await press(guest, named('More'));
  await press(guest, named('Resign'));
  await press(guest, named('Yes'));
  await both((engine) => until(engine, 'the end', isOver));
});

test('the pages open without a network, and play, where a browser has service workers', async () => {
  // The WebKit of the driver keeps nothing, and may have none; Firefox does.
  const able: Engine[] = [];
  for (const engine of engines) {
    await open(engine, '/');
    if (await engine.value<boolean>(`'serviceWorker' in navigator`)) able.push(engine);
  }
  expect(able.map(({ name }) => name)).toContain('Firefox');
  const all = (run: (engine: Engine) => Promise<void>) => Promise.all(able.map(run));
  await all(async (engine) => {
    await open(engine, '/box/basik#here');
    await until(
      engine,
      'the service worker',
      `navigator.serviceWorker.ready.then((ready) => ready.active !== null)`,
    );
    await press(engine, named('Begin: Play on this screen'));
    await until(engine, 'a board', spot('a1'));
  });
  await server.vanish();
  await all(async (engine) => {
    await open(engine, '/box/basik#here');
    await press(engine, named('Begin: Play on this screen'));
    await press(engine, spot('b2'));
    await until(engine, 'an action', `document.querySelectorAll('[data-step]').length === 1`);
  });
});
