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
