/// Other browsers than Playwright's: Debian's Firefox by WebDriver BiDi, and WebKit by WebDriver.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { freePort } from './server';

/** A browser with one page. */
export interface Engine {
  readonly name: string;
  goto(address: string): Promise<void>;
  /** The value of an expression in the page; it may be a promise. */
  value<T>(expression: string): Promise<T>;
  /** Presses a point of the page with the mouse. */
  click(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

/** A pointer that goes to a point and presses it, as both protocols say it. */
function pressing(x: number, y: number): unknown {
  const at = { x: Math.round(x), y: Math.round(y) };
  const actions = [
    { type: 'pointerMove', ...at, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] };
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exit = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGTERM');
  await Promise.race([exit, pause(5_000)]);
  if (process.exitCode === null) process.kill('SIGKILL');
}

/** The first match of a pattern in what a program says. */
function told(process: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const hear = (data: Buffer) => {
      text += data.toString();
      const found = pattern.exec(text)?.[1];
      if (found) resolve(found);
    };
    process.stderr?.on('data', hear);
    process.stdout?.on('data', hear);
    process.once('error', reject);
    process.once('exit', () => reject(new Error(`it ended early: ${text.slice(-500)}`)));
  });
}

/** Firefox. */
export async function openFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'ludotheque-firefox-'));
  const program = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
  const options = [
    '--headless',
    '--remote-debugging-port=0',
    '--profile',
    profile,
    '--width=1280',
    '--height=900',
  ];
  const browser = spawn(program, options, { env: { ...process.env, HOME: profile } });
  const address = await told(browser, /WebDriver BiDi listening on (ws:\/\/\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data) => {
    const answer = JSON.parse(data.toString()) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let count = 0;
  async function ask(method: string, params: object): Promise<Answer['result']> {
    const id = ++count;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  }
  await ask('session.new', { capabilities: {} });
  const { contexts } = await ask('browsingContext.getTree', {});
  const context = contexts?.[0]?.context ?? '';
  return {
    name: 'Firefox',
    async goto(url) {
      for (let tries = 1; ; tries++) {
        try {
          await ask('browsingContext.navigate', { context, url, wait: 'complete' });
          return;
        } catch (error) {
          // The page before was still going somewhere itself.
          if (tries === 3 || !String(error).includes('NS_BINDING_ABORTED')) throw error;
          await pause(300);
        }
      }
    },
    async value(expression) {
      const asked = {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        awaitPromise: true,
      };
      const { result, exceptionDetails } = await ask('script.evaluate', { ...asked, target: { context } });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null');
    },
    async click(x, y) {
      await ask('input.performActions', { context, ...(pressing(x, y) as object) });
    },
    async close() {
      await ask('browser.close', {}).catch(() => {});
      socket.close();
      await ended(browser);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** An answer of WebDriver BiDi. */
interface Answer {
  id: number;
  type: 'success' | 'error';
  error?: string;
  message?: string;
  result: {
    contexts?: { context: string }[];
    result?: { value?: string };
    exceptionDetails?: { text: string };
  };
}

/** The small browser that comes with the driver of WebKit. */
function miniBrowser(): string {
  const libraries = '/usr/lib/x86_64-linux-gnu';
  const folders = existsSync(libraries) ? readdirSync(libraries) : [];
  const found = folders.map((folder) => join(libraries, folder, 'MiniBrowser')).filter(existsSync);
  return process.env.MINI_BROWSER ?? found[0] ?? 'MiniBrowser';
}

/** WebKit, on a screen that nobody sees. */
export async function openWebKit(): Promise<Engine> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'ludotheque-webkit-'));
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
  const display = await told(screen, /^(\d+)/);
  const env = { ...process.env, HOME: home, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = spawn('WebKitWebDriver', ['-p', String(port)], { env, stdio: 'ignore' });
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value).slice(0, 400)}`);
    return value;
  }
  for (let tries = 0; tries < 100; tries++) {
    if (await ask('GET', '/status').catch(() => null)) break;
    await pause(100);
  }
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await ask('POST', '/session', { capabilities })) as { sessionId: string };
  const at = `/session/${sessionId}`;
  await ask('POST', `${at}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  await ask('POST', `${at}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });
  return {
    name: 'WebKit',
    async goto(url) {
      await ask('POST', `${at}/url`, { url });
    },
    async value<T>(expression: string) {
      const script = `const done = arguments[arguments.length - 1];
        (async () => JSON.stringify(await (${expression})))().then((text) => done([text ?? 'null']), (error) => done([null, String(error)]));`;
      const [text, error] = (await ask('POST', `${at}/execute/async`, { script, args: [] })) as [
        string?,
        string?,
      ];
      if (error) throw new Error(error);
      return JSON.parse(text ?? 'null') as T;
    },
    async click(x, y) {
      await ask('POST', `${at}/actions`, pressing(x, y));
    },
    async close() {
      await ask('DELETE', at).catch(() => {});
      await ended(driver);
      await ended(screen);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
