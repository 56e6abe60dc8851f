/** Keeps the page's files, so that it works without the network after the first load. */

/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;
/** The files and a digest of their contents; the build puts them in. */
declare const FILES: string[];
declare const DIGEST: string;

// Two copies of the page on one host have caches of their own.
const PREFIX = `hyperbola-${self.registration.scope}-`;
const CACHE = `${PREFIX}${DIGEST}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // What the page has just loaded is asked for by its date or tag, and not sent again.
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const others = caches
    .keys()
    .then((names) =>
      Promise.all(
        names
          .filter((name) => name.startsWith(PREFIX) && name !== CACHE)
          .map((name) => caches.delete(name)),
      ),
    );
  event.waitUntil(others.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches
    .open(CACHE)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});

export {};
