// News by WebSocket; while that is down, by asking now and then.

const POLL = 15000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;

/**
 * Follows `path` until the page goes. `heard(message)` gets what comes in; `catchUp()` is called
 * after each connection and, while there is none, every 15 s that the page is visible.
 * `connected(yes)` tells whether there is one. Gives `{ isOpen(), say(data) }`; what is said is lost, and `say` false, while there is none.
 */
export function follow(path, heard, catchUp, connected = () => {}) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let order = Promise.resolve(); // some messages take a moment to unpack
  let unsaid = null; // what is said in the same moment goes as one message

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function sayAll() {
    if (isOpen()) socket.send(JSON.stringify(unsaid));
    unsaid = null;
  }

  function connect() {
    clearTimeout(timer);
    const address = /^wss?:/.test(path) ? path : location.origin.replace(/^http/, "ws") + path;
    try {
      socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
    } catch {
      later();
      return;
    }
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      connected(true);
      catchUp();
    });
    socket.addEventListener("message", ({ data }) => {
      order = order.then(() => unpacked(data)).then(heard);
    });
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
  return {
    isOpen,
    say(data) {
      if (!isOpen()) return false;
      if (!unsaid) queueMicrotask(sayAll);
      unsaid = { ...unsaid, ...data };
      return true;
    },
  };
}

/** Whether compressed messages can be read. */
export const unpacks = "DecompressionStream" in window;

function unpacked(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

// --- How many games wait, in the head of the page and its title ---
const next = document.querySelector('.site-header-actions a[href="/next/"]');

export const waitingBadge = document.querySelector('.site-nav a[href="/my/"] .count');

export function putCount(badge, count) {
  if (!badge) return;
  badge.firstChild.data = String(count);
  badge.hidden = !count;
}

let waiting = Number.parseInt(waitingBadge?.textContent, 10) || 0;

export function showWaiting(count) {
  waiting = count;
  putCount(waitingBadge, count);
  next?.classList.toggle("button-turn", count > 0);
  showOthers();
}

/** In a table's bar: how many games wait beside this one. */
export function showOthers() {
  for (const link of document.querySelectorAll("[data-others]")) {
    const others = Math.max(0, waiting - link.dataset.others);
    link.querySelector("[data-count]").textContent = others;
    link.hidden = !others;
    link.nextElementSibling.hidden = others > 0;
  }
}
