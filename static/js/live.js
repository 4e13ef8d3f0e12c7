// News by WebSocket; while that is down, by asking now and then. It only says that there is news.

const POLL = 15000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;

/**
 * Follows `path` until the page goes. `heard(message)` gets what comes in; `catchUp()` is called
 * after each connection and, while there is none, every 15 s that the page is visible.
 * `connected(yes)` tells whether there is one.
 */
export function follow(path, heard, catchUp, connected = () => {}) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function connect() {
    clearTimeout(timer);
    const address = /^wss?:/.test(path) ? path : location.origin.replace(/^http/, "ws") + path;
    try {
      socket = new WebSocket(address);
    } catch {
      later();
      return;
    }
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      connected(true);
      catchUp();
    });
    socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      connected(false);
      if (event.code !== 4404) later();
    });
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(connect, wait / 2 + (Math.random() * wait) / 2);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  const soon = () => {
    if (isOpen() || socket?.readyState === WebSocket.CONNECTING) return;
    wait = FIRST_WAIT;
    connect();
  };
  addEventListener("online", soon);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    soon();
    catchUp();
  });
  addEventListener("pagehide", () => socket?.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) soon();
  });
  setInterval(() => {
    if (!isOpen() && document.visibilityState === "visible") catchUp();
  }, POLL);
  connect();
}

// --- How many games wait, in the head of the page and its title ---
const next = document.querySelector('.site-header-actions a[href="/next/"]');

export const waitingBadge = document.querySelector('.site-nav a[href="/my/"] .count');

export function putCount(badge, count) {
  if (!badge) return;
  badge.firstChild.data = String(count);
  badge.hidden = !count;
}

export function showWaiting(count) {
  putCount(waitingBadge, count);
  next?.classList.toggle("button-turn", count > 0);
}
