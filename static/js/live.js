// News by WebSocket; while that is down, by polling. Errors go to the console, and the page loads the news again; no
// message, nor the lack of one, stops listening.

import { correct } from "./clock.js";
import { unpacked } from "./compressed.js";
import { doubtBy } from "./doubt.js";
import { resting } from "./fetching.js";
import { LONGEST_LIVE_WAIT, paceOf } from "./pacing.js";

const POLL = 15000;
const QUIET = 1500; // ms without an answer: the reader of a live table is told that the connection is lost
const GONE = 2500; // the same after the end of a connection, unless asking by HTTP succeeds
const SILENCE = 90000; // for a socket with a message each minute: then the connection is broken
const ANSWERED = 4000; // time for an answer where a clock runs: then we connect anew
const SOON = 3000; // time after the end of a connection until we poll, unless there is a new one
const NOT_THERE = 4404;
const TOO_MANY = 4429; // sockets; the reason says after how many seconds to try again

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
  let heardAt = 0;
  let timer = 0;
  let behind = false;
  let isLost = false;
  let answerBy = Infinity;
  let begun = 0; // when we began to connect
  const pace = paceOf();
  let isLive = false; // a clock runs, so a lost connection is told within seconds
  let isMute = false; // sockets say nothing though the service answers
  const doubt = doubtBy(() => tellLost());
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
    else isMute = doubt.end() || isMute;
    tellLost();
  }

  function tellLost() {
    const now = doubt.isSure() || (behind && !(isOpen() && navigator.onLine));
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
    succeeds(() => (message.type === "time" ? correct(message, socket) : heard(message))).then((done) => done || missed());
  }

  /** Closing it would take time. */
  function anew() {
    const broken = socket;
    pace.lost(begun);
    connect();
    broken?.close();
    succeeds(() => connected(false));
  }

  /** It takes too long to connect: a service that is busy is not asked again at once. */
  function giveUp() {
    const slow = socket;
    socket = null;
    pace.gaveUp();
    slow?.close();
    later();
  }

  function connect() {
    clearTimeout(timer);
    answerBy = Infinity;
    begun = performance.now();
    let opened = Infinity;
    const address = /^wss?:/.test(path) ? path : location.origin.replace(/^http/, "ws") + path;
    try {
      socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
    } catch {
      return later();
    }
    const ours = socket;
    socket.addEventListener("open", () => {
      opened = heardAt = performance.now();
      succeeds(() => connected(true));
      look();
    });
    socket.addEventListener("message", ({ data }) => {
      if (ours !== socket) return; // what it says is old
      heardAt = performance.now();
      answerBy = Infinity;
      isMute = false;
      doubt.end();
      order = order.then(() => unpacked(data)).then(hear, missed);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (ours !== socket) return; // another one has replaced it
      if (code === TOO_MANY) pace.turnedAway(reason);
      if (opened < Infinity) {
        pace.lost(opened);
        lookIn(isLive ? Math.random() * LONGEST_LIVE_WAIT : SOON + Math.random() * SOON);
        if (isLive && !isMute) doubt.begin(GONE);
      }
      if (code !== NOT_THERE) later();
      succeeds(() => connected(false));
    });
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(connect, pace.next(isLive));
  }

  const soon = () => {
    if (isOpen() || socket?.readyState === WebSocket.CONNECTING || pace.isAway()) return;
    pace.soon();
    connect();
  };
  const lookAgain = () => {
    soon();
    look();
  };
  addEventListener("online", lookAgain);
  addEventListener("offline", () => missed()); // a running request may take long
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && lookAgain());
  addEventListener("pagehide", () => socket?.close());
  addEventListener("pageshow", ({ persisted }) => persisted && soon());
  lookIn(POLL);
  connect();
  return {
    isOpen,
    look,
    say(/** @type {object} */ data) {
      isLive ||= "here" in data;
      if (isOpen() && performance.now() > answerBy) {
        anew();
        look();
      }
      if (isLive && socket?.readyState === WebSocket.CONNECTING && pace.isTooLong(begun)) giveUp();
      if (!isOpen()) return false;
      if ("here" in data) {
        answerBy = Math.min(answerBy, performance.now() + ANSWERED);
        if (!isMute) doubt.begin(QUIET);
      }
      if (!unsaid) queueMicrotask(sayAll);
      unsaid = { ...unsaid, ...data };
      return true;
    },
  };
}
