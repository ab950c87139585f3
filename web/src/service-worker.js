// Caches all files of a build when it is installed, so that the pages open without a network.
//
// A new worker waits until no page of the old build is open, or until a page sends `skip-waiting` before it reloads. The
// cache of an older build is deleted only when no page of that build is open: its lazy chunks stay available until then.
const BUILD = '__BUILD__';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteUnusedCaches().then(() => self.clients.claim()));
});

self.addEventListener('message', ({ data }) => {
  if (data === 'skip-waiting') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/'))
    return;
  if (request.mode === 'navigate') {
    // Every address is the same page. The server's is newer than the cached one, if the server can be reached.
    event.respondWith(fetch(request).catch(() => fromCache('/')));
    event.waitUntil(deleteUnusedCaches());
    return;
  }
  event.respondWith(fromCache(request).then((file) => file ?? fetch(request)));
});

/** A file of this build, or of another build whose pages are still open. */
async function fromCache(request) {
  // The names of files contain the hashes of their contents, so `Vary` does not matter.
  const options = { ignoreVary: true };
  return (await caches.match(request, { ...options, cacheName: BUILD })) ?? caches.match(request, options);
}

/** Deletes the caches of older builds of which no page is open. Each page holds a lock with the name of its build. */
async function deleteUnusedCaches() {
  const { held } = await navigator.locks.query();
  const open = new Set(held.map(({ name }) => name));
  const names = await caches.keys();
  // Caches are listed in the order of their creation: those after this build's belong to a worker that still waits.
  const older = names.slice(0, Math.max(0, names.indexOf(BUILD)));
  await Promise.all(older.filter((name) => !open.has(name)).map((name) => caches.delete(name)));
}

// A push message of the house: it is shown unless a page of that table is in sight.
self.addEventListener('push', (event) => {
  const { title, body, path } = event.data?.json() ?? {};
  if (typeof title !== 'string' || typeof path !== 'string' || !path.startsWith('/table/')) return;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const seen = pages.some(
        (page) => page.visibilityState === 'visible' && new URL(page.url).pathname === path,
      );
      // The tag makes all notices of a table one.
      return seen ? undefined : self.registration.showNotification(title, { body, tag: path, icon: '/icon-192.png', data: path });
    }),
  );
});

// A click on the notification of a table focuses the page of that table, or opens one.
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const open = pages.find(({ url }) => new URL(url).pathname === notification.data);
      return open ? open.focus() : self.clients.openWindow(notification.data);
    }),
  );
});
