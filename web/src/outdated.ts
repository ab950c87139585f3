/// Replaces a page that is too old for the server by the new one: stores what the person was doing, reloads once, and
/// restores it.

/** The refusal code with which the server says that this page is too old. */
export const OUTDATED = 'outdated';

/** A tab reloads by itself at most once in so many milliseconds, so that it can't do so in a loop. */
const RELOAD_INTERVAL = 60_000;
/** How long to wait for the new service worker before the reload, in milliseconds. */
const ACTIVATION_TIMEOUT = 2_000;

const RELOADED_AT = 'outdated:reloaded-at';
const KEPT = 'outdated:kept';

/** Shows the banner that asks the person to reload the page. */
let showBanner = () => {};

/** Sets what shows the banner; it is called when the page was reloaded a moment ago and is still too old. */
export function onReloadNeeded(show: () => void): void {
  showBanner = show;
}

interface Kept {
  get(): unknown;
  set(value: never): void;
}

/** What is in the storage during a reload. */
interface Stored {
  path: string;
  kept: (readonly [string, unknown])[];
}

/** What the components of this page keep, by key. */
const registry = new Map<string, Kept>();

/** What the page stored before the reload: each value is handed out once, and only at the same address. */
const restored = takeStored();

/** Whether a reload is under way. */
let reloading = false;

/**
 * Keeps a value across the reload of an outdated page. If one was stored under `key` before the reload, it is passed to
 * `set` at once; `get` is called before a reload, and returns `undefined` if there is nothing to keep. Returns a function
 * that ends this: components call `onMount(() => keepAcrossReload(…))`.
 */
export function keepAcrossReload<T>(
  key: string,
  get: () => T | undefined,
  set: (value: T) => void,
): () => void {
  const kept: Kept = { get, set };
  registry.set(key, kept);
  const value = restored.path === location.pathname ? (restored.values.get(key) as T | undefined) : undefined;
  if (value !== undefined) {
    restored.values.delete(key);
    try {
      set(value);
    } catch {
      // The older build stored a value of another shape.
    }
  }
  return () => {
    if (registry.get(key) === kept) registry.delete(key);
  };
}

/** Reloads the page because it is too old; asks the person to do so if it was reloaded less than a minute ago. */
export async function reloadOutdated(): Promise<void> {
  if (reloading) return;
  if (mayReload()) await reloadNow();
  else showBanner();
}

/** Reloads the page with the newest build, and keeps what was registered. */
export async function reloadNow(): Promise<void> {
  if (reloading) return;
  reloading = true;
  store();
  await activateWaitingWorker().catch(() => {});
  location.reload();
}

/** A file of this build can't be loaded. Without a network a reload would only lose the page, so nothing happens then. */
export function onMissingFile(): void {
  if (navigator.onLine) void reloadOutdated();
}

/** Whether the last reload of this tab is long enough ago. Without storage that is not known, so it may not. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Math.abs(Date.now() - last) < RELOAD_INTERVAL) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

function store(): void {
  const values = [...registry].map(([key, { get }]) => [key, get()] as const);
  const kept = values.filter(([, value]) => value !== undefined);
  try {
    const stored: Stored = { path: location.pathname, kept };
    sessionStorage.setItem(KEPT, JSON.stringify(stored));
  } catch {
    // The storage is full or forbidden: the page is reloaded all the same.
  }
}

/** Reads and removes what was stored. */
function takeStored(): { path: string; values: Map<string, unknown> } {
  try {
    const text = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    const { path = '', kept = [] } = JSON.parse(text ?? '{}') as Partial<Stored>;
    return { path, values: new Map(kept) };
  } catch {
    return { path: '', values: new Map() };
  }
}

/** Makes the service worker of the new build take over, if there is one that waits. */
async function activateWaitingWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  const waiting = (await workers?.getRegistration())?.waiting;
  if (!waiting) return;
  await new Promise((resolve) => {
    workers.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, ACTIVATION_TIMEOUT);
    waiting.postMessage('skip-waiting');
  });
}
