// Everything that the pages are made of is kept at the first visit; from then on the house opens without a network.
const KEPT = 'house-__VERSION__';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/'))
    return;
  if (request.mode === 'navigate') {
    // Every address is the same page; a newer one is taken when there is a network.
    event.respondWith(fetch(request).catch(() => caches.match('/')));
    return;
  }
  // Files have their contents in their names: whatever a server says they vary by, they do not.
  const kept = caches.match(request, { ignoreVary: true });
  event.respondWith(kept.then((file) => file ?? fetch(request)));
});

// A note that it is somebody's turn leads to the table, where it is open already if it is.
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
