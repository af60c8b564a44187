/**
 * Caches the files of the app shell and of the check-in for offline use. It never caches API responses.
 * `tools/serviceWorker.ts` inserts the list of files, so that each build has a different worker.
 */
const { version, files } = JSON.parse('__FILES__') as { version: string; files: string[] };

type Extendable = Event & { waitUntil(done: Promise<unknown>): void };
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response>): void };
type Scope = {
  addEventListener(type: 'install' | 'activate', act: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
const scope = self as unknown as Scope;

const PREFIX = 'venue-booking-admin-';
const CACHE = PREFIX + version;
const ROOT = '/admin/';
const TIMEOUT_MS = 4000;

scope.addEventListener('install', (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(files);
    // Pages use the network first, so activating a new worker at once does not break open pages.
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});

scope.addEventListener('activate', (event) => {
  const tidy = async () => {
    const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    // Keeps the cache of the previous build: its open pages may still load views.
    await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(ROOT)) return;
  if (pathname.startsWith(`${ROOT}assets/`)) return event.respondWith(cacheFirst(request));
  // Every page address serves the same HTML.
  if (request.mode === 'navigate') return event.respondWith(networkFirst(request, ROOT));
  if (files.includes(pathname)) event.respondWith(networkFirst(request, pathname));
});

/** Cache first, for files with a hash in their name. */
async function cacheFirst(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** Network first, with the cached file as a fallback when the network is down or slow. */
async function networkFirst(request: Request, key: string): Promise<Response> {
  const cached = await (await caches.open(CACHE)).match(key);
  if (!cached) return fetch(request);
  const cachedLater = new Promise<Response>((resolve) => setTimeout(resolve, TIMEOUT_MS, cached));
  const fresh = fetch(request).then((response) => (response.status >= 500 ? cached : response));
  return Promise.race([fresh, cachedLater]).catch(() => cached);
}
