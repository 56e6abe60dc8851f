/** Keeps the page's files, so that it works without the network after the first load. */

/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;
/** The files and a digest of their contents; the build puts them in. */
declare const FILES: string[];
declare const DIGEST: string;

// Two copies of the page on one host have caches of their own.
const PREFIX = `hyperbola-${self.registration.scope}-`;
const CACHE = `${PREFIX}${DIGEST}`;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(drop()));
self.addEventListener("message", (event) => event.waitUntil(answer(new Request(event.data))));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // What the page has just loaded is asked for by its date or tag, and not sent again.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

/** Drops what older builds have kept. */
async function drop(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The files of the page that are kept when they are opened, or when a view says that it may need them. */
const LATER = /^(techniques\/|((legal|count|shaders)\.wasm|graphics\.js)$)/;

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  // A folder's address and its index.html are one page.
  const address = request.url.replace(/index\.html(?=[?#]|$)/, "");
  const kept = await cache.match(address, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  const [below, path] = address.split(self.registration.scope);
  // Where there is no room to keep it, it is shown all the same.
  if (response.status === 200 && below === "" && LATER.test(path!))
    await cache.put(address, response.clone()).catch(() => {});
  return response;
}

export {};
