// Service worker: push notifications, and a page for when there is no connection. Keeps no other page.
"use strict";

const KEPT = {{ kept | tojson }};
const [OFFLINE] = KEPT;
const SHELF = "offline";
const KEY = {{ push_key | tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(fillShelf().then(() => self.skipWaiting()));
});

async function fillShelf() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(KEPT.map((path) => new Request(path, { cache: "reload" })));
  for (const request of await shelf.keys()) {
    if (!KEPT.includes(new URL(request.url).pathname)) await shelf.delete(request);
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable(), renewForKey()]),
  );
});

// --- No connection ---
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(page(event).catch(() => keptAs(OFFLINE)));
  } else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => keptAs(request.url)));
  }
});

/** @param {string} path */
async function keptAs(path) {
  return (await caches.match(path)) ?? Response.error();
}

/** @param {FetchEvent} event */
async function page(event) {
  const early = await event.preloadResponse;
  return early && early.type !== "error" ? early : fetch(event.request); // Firefox gives a failed one, too
}

// --- Messages: {title, body, path, tag, renotify}, see notifications/push.py ---
self.addEventListener("push", (event) => {
  let message = /** @type {any} */ ({});
  try {
    message = event.data?.json() ?? {};
  } catch {
    // Something must be shown for every message that comes.
  }
  event.waitUntil(
    self.registration.showNotification(message.title ?? {{ SITE_NAME | tojson }}, {
      body: message.body ?? "",
      tag: message.tag ?? "news",
      renotify: message.renotify ?? false,
      icon: {{ url("app-icon", "favicon", 192) | tojson }},
      data: { path: message.path ?? "/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, self.location.origin)));
});

/** @param {URL} url */
async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === url.pathname);
  return there ? there.focus() : self.clients.openWindow(url);
}

// --- The browser has changed its subscription, or we have a new key: then this script is a new one, too ---
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function renewForKey() {
  const old = await self.registration.pushManager?.getSubscription();
  if (!old || isForKey(old)) return;
  await old.unsubscribe();
  await renew(old, null);
}

/** @param {PushSubscription} subscription */
function isForKey(subscription) {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === KEY;
}

/** @param {PushSubscription | null} old @param {PushSubscription | null} given */
async function renew(old, given) {
  if (!old) return;
  const isGood = given && isForKey(given);
  if (given && !isGood) await given.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: KEY };
  const now = isGood ? given : await self.registration.pushManager.subscribe(options);
  const { endpoint = "", keys } = now.toJSON();
  const body = new URLSearchParams({ old: old.endpoint, endpoint, ...keys });
  await fetch({{ url("push-renew") | tojson }}, { method: "POST", body });
}
