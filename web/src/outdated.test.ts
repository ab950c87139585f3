import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The storage of a tab. */
class TabStorage {
  private values = new Map<string, string>();
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
}

const reload = vi.fn();
const banner = vi.fn();
let page = { pathname: '/table/t1', reload };

/** Runs the module as a page does that was just loaded. */
async function load() {
  vi.resetModules();
  const page = await import('./outdated');
  page.onReloadNeeded(banner);
  return page;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  page = { pathname: '/table/t1', reload };
  vi.stubGlobal('location', page);
  vi.stubGlobal('sessionStorage', new TabStorage());
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.useRealTimers();
});

it('restores after the reload what was registered before it', async () => {
  const before = await load();
  before.keepAcrossReload('chat', () => 'Hello', vi.fn());
  before.keepAcrossReload('notation', () => undefined, vi.fn());
  await before.reloadOutdated();
  expect(reload).toHaveBeenCalledOnce();

  const after = await load();
  const [chat, notation] = [vi.fn(), vi.fn()];
  after.keepAcrossReload('chat', () => undefined, chat);
  after.keepAcrossReload('notation', () => undefined, notation);
  expect(chat).toHaveBeenCalledExactlyOnceWith('Hello');
  expect(notation).not.toHaveBeenCalled();
  // A component that is mounted once more does not get it again.
  after.keepAcrossReload('chat', () => undefined, chat);
  expect(chat).toHaveBeenCalledOnce();
});

it('restores nothing at another address, and nothing of a component that was removed', async () => {
  const before = await load();
  before.keepAcrossReload('chat', () => 'Hello', vi.fn());
  const remove = before.keepAcrossReload('notation', () => 'b2', vi.fn());
  remove();
  await before.reloadOutdated();

  const after = await load();
  const set = vi.fn();
  after.keepAcrossReload('notation', () => undefined, set);
  page.pathname = '/table/t2';
  after.keepAcrossReload('chat', () => undefined, set);
  expect(set).not.toHaveBeenCalled();
});

it('ignores a value of which the new build can make nothing', async () => {
  const before = await load();
  before.keepAcrossReload('viewer', () => ({ old: true }), vi.fn());
  await before.reloadOutdated();
  const after = await load();
  const set = (value: { steps?: string[] }) => {
    if (!value.steps) throw new TypeError('no steps');
  };
  expect(() => after.keepAcrossReload('viewer', () => undefined, set)).not.toThrow();
});

it('reloads at most once a minute by itself; then it asks, and a press reloads', async () => {
  await (await load()).reloadOutdated();
  const again = await load();
  await again.reloadOutdated();
  expect(reload).toHaveBeenCalledOnce();
  expect(banner).toHaveBeenCalledOnce();
  await again.reloadNow();
  expect(reload).toHaveBeenCalledTimes(2);

  vi.advanceTimersByTime(61_000);
  const later = await load();
  await later.reloadOutdated();
  expect(reload).toHaveBeenCalledTimes(3);
  expect(banner).toHaveBeenCalledOnce();
});

it('reloads once for several reasons at the same time', async () => {
  const { onMissingFile, reloadOutdated } = await load();
  onMissingFile();
  await Promise.all([reloadOutdated(), reloadOutdated()]);
  await vi.runAllTimersAsync();
  expect(reload).toHaveBeenCalledOnce();
});

it('asks instead of reloading where nothing can be stored', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { reloadOutdated } = await load();
  await reloadOutdated();
  expect(reload).not.toHaveBeenCalled();
  expect(banner).toHaveBeenCalledOnce();
});

it('does not reload for a missing file without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { onMissingFile } = await load();
  onMissingFile();
  await vi.runAllTimersAsync();
  expect(reload).not.toHaveBeenCalled();
  expect(banner).not.toHaveBeenCalled();
});

it('activates the waiting service worker before the reload, but does not wait for it forever', async () => {
  const workers = Object.assign(new EventTarget(), {
    getRegistration: () => Promise.resolve({ waiting: { postMessage } }),
  });
  const postMessage = vi.fn();
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: workers });
  const first = (await load()).reloadOutdated();
  await vi.advanceTimersByTimeAsync(100);
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('skip-waiting');
  expect(reload).not.toHaveBeenCalled();
  workers.dispatchEvent(new Event('controllerchange'));
  await first;
  expect(reload).toHaveBeenCalledOnce();

  const second = (await load()).reloadNow();
  await vi.advanceTimersByTimeAsync(2_100);
  await second;
  expect(reload).toHaveBeenCalledTimes(2);
});
