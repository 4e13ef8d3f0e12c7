// News by WebSocket; while that is down, by polling. Errors go to the console, and the page loads the news again; no
// message, nor the lack of one, stops listening.

import { correct } from "./clock.js";
import { resting } from "./fetching.js";

const POLL = 15000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const STEADY = 10000; // a socket that was open for less is retried with a growing back-off
const HERE = 5000; // how often a live game gets a sign of presence
const SILENCE = 90000; // for a socket with a message each minute: then the connection is broken
const ANSWERED = 8000; // time for an answer
const SOON = 3000; // time after the end of a connection until we poll, unless there is a new one
const NOT_THERE = 4404;
const TOO_MANY = 4429; // sockets; the reason says after how many seconds to try again

/** Says to a game, once a live clock was on the page, that we are there; what is answered corrects our clock.
    @param {{ say: (data: object) => boolean }} socket */
export function stayThere(socket) {
  let isLive = false;
  const tell = () => {
    isLive ||= document.querySelector("time[data-live]") !== null;
    if (isLive) socket.say({ here: Math.round(performance.now()) });
  };
  setInterval(tell, HERE);
  setTimeout(tell, 500);
}

/** Whether it succeeded: not if it gives false or fails. @param {() => unknown} act */
async function succeeds(act) {
  try {
    return (await act()) !== false;
  } catch (error) {
    console.error(error);
    return false;
  }
}

/**
 * Follows `path` until the page goes. `heard(message)` gets what comes in; `catchUp(failed)` is called
 * after each connection and, while there is none, every 15 s that the page is visible. Where one of them fails or gives
 * false, the page is behind: it catches up again, then every 15 s until it succeeds, and is told so by `failed`.
 * `connected(yes)` tells whether there is a connection, `lost(yes)` whether nothing reaches the service, not by asking
 * either. `silence`: after so many ms in which nothing came the connection is broken. Gives `{ isOpen(), look(), say(data) }`;
 * what is said is lost, and `say` false, while there is none.
 * @param {string} path @param {(message: any) => unknown} heard @param {(failed: boolean) => unknown} catchUp
 * @param {{ connected?: (yes: boolean) => unknown, lost?: (yes: boolean) => unknown, silence?: number }} options
 */
export function follow(path, heard, catchUp, { connected = () => {}, lost = () => {}, silence = SILENCE } = {}) {
  let socket = /** @type {WebSocket | null} */ (null);
  let wait = FIRST_WAIT;
  let heardAt = 0;
  let awayUntil = 0; // there is no place for a socket until then
  let timer = 0;
  let behind = false;
  let isLost = false;
  let answerBy = Infinity;
  let nextLook = 0;
  let order = Promise.resolve(); // some messages take time to unpack
  let unsaid = /** @type {object | null} */ (null); // what is said in the same moment goes as one message

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function sayAll() {
    if (isOpen()) socket?.send(JSON.stringify(unsaid));
    unsaid = null;
  }

  async function look() {
    lookIn(POLL);
    behind = !(await succeeds(() => catchUp(behind)));
    if (behind) lookIn(Math.max(POLL, resting()));
    tellLost();
  }

  function tellLost() {
    const now = behind && !(isOpen() && navigator.onLine);
    if (now !== isLost) succeeds(() => lost(now));
    isLost = now;
  }

  /** @param {number} time */
  function lookIn(time) {
    clearTimeout(nextLook);
    nextLook = setTimeout(poll, time);
  }

  function poll() {
    if (isOpen() && performance.now() - heardAt > silence) anew();
    if ((behind || !isOpen()) && document.visibilityState === "visible") look();
    else lookIn(POLL);
  }

  /** @param {unknown} [error] */
  function missed(error) {
    if (error) console.error(error);
    behind = true;
    tellLost();
    look();
  }

  /** Handles a message without waiting for the one before. @param {any} message */
  function hear(message) {
    succeeds(() => (message.type === "time" ? correct(message) : heard(message))).then((done) => done || missed());
  }

  /** Closing it would take time. */
  function anew() {
    const broken = socket;
    behind = true;
    connect();
    broken?.close();
    succeeds(() => connected(false));
    tellLost();
  }

  function connect() {
    clearTimeout(timer);
    answerBy = Infinity;
    let opened = Infinity;
    const address = /^wss?:/.test(path) ? path : location.origin.replace(/^http/, "ws") + path;
    try {
      socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
    } catch {
      later();
      return;
    }
    const ours = socket;
    socket.addEventListener("open", () => {
      opened = heardAt = performance.now();
      succeeds(() => connected(true));
      look();
    });
    socket.addEventListener("message", ({ data }) => {
      heardAt = performance.now();
      answerBy = Infinity;
      order = order.then(() => unpacked(data)).then(hear, missed);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (ours !== socket) return; // another one has replaced it
      if (code === TOO_MANY) awayUntil = performance.now() + (1000 * Number(reason) || LONGEST_WAIT);
      if (performance.now() - opened > STEADY) wait = FIRST_WAIT;
      if (code !== NOT_THERE) later();
      if (opened < Infinity) lookIn(SOON + Math.random() * SOON);
      succeeds(() => connected(false));
    });
  }

  function later() {
    clearTimeout(timer);
    const rest = awayUntil - performance.now();
    timer = setTimeout(connect, rest > 0 ? rest : wait / 2 + (Math.random() * wait) / 2);
    if (rest <= 0) wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  const soon = () => {
    if (isOpen() || socket?.readyState === WebSocket.CONNECTING || performance.now() < awayUntil) return;
    wait = FIRST_WAIT;
    connect();
  };
  const lookAgain = () => {
    soon();
    look();
  };
  addEventListener("online", lookAgain);
  addEventListener("offline", () => missed()); // a running request may take long
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") lookAgain();
  });
  addEventListener("pagehide", () => socket?.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) soon();
  });
  lookIn(POLL);
  connect();
  return {
    isOpen,
    look,
    say(/** @type {object} */ data) {
      if (isOpen() && performance.now() > answerBy) anew();
      if (!isOpen()) return false;
      if ("here" in data) answerBy = Math.min(answerBy, performance.now() + ANSWERED);
      if (!unsaid) queueMicrotask(sayAll);
      unsaid = { ...unsaid, ...data };
      return true;
    },
  };
}

/** Whether compressed messages can be read. */
export const unpacks = "DecompressionStream" in window;

/** @param {string | ArrayBuffer} data */
function unpacked(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
