/**
 * Lets the page open without a network: it keeps the files of the frame and of the check-in, and never an
 * answer of the API. `tools/serviceWorker.ts` fills in which files, so that each build is another worker.
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
const PATIENCE_MS = 4000;

scope.addEventListener('install', (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(files);
    // Pages are asked of the network first, so a new worker takes nothing from those that are open.
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});

scope.addEventListener('activate', (event) => {
  const tidy = async () => {
    const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    // A page of the build before, which is still open, may go to a view that it has not loaded yet.
    await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(ROOT)) return;
  if (pathname.startsWith(`${ROOT}assets/`)) return event.respondWith(keptOrFetched(request));
  // Every address of the page is the same file.
  if (request.mode === 'navigate') return event.respondWith(fetchedOrKept(request, ROOT));
  if (files.includes(pathname)) event.respondWith(fetchedOrKept(request, pathname));
});

/** For files whose name has the hash of what is in them. */
async function keptOrFetched(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** The newest, unless the network is away, or too slow for somebody at a door. */
async function fetchedOrKept(request: Request, key: string): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(key);
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  const fresh = fetch(request).then((response) => (response.status >= 500 ? kept : response));
  return Promise.race([fresh, late]).catch(() => kept);
}
