// How many games wait and how much is unread: in the page's head, its title and its icon.

import { call } from "./calling.js";
import { ask } from "./fetching.js";
import { follow } from "./live.js";
import { toast } from "./toasts.js";
import { putCount, showWaiting, waitingBadge } from "./waiting.js";

const bell = document.querySelector("[data-bell]");
const unreadBadge = bell.querySelector(".count");
/** @type {NodeListOf<HTMLElement>} In the head, and in the bar of a phone. */
const lettersBadges = document.querySelectorAll("[data-letters] .count, .count-letters");
const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon.href;
const title = document.querySelector("title");
let unread = Number.parseInt(unreadBadge.textContent, 10) || 0;
let letters = Number.parseInt(lettersBadges[0].textContent, 10) || 0;
let waiting = Number.parseInt(waitingBadge?.textContent, 10) || 0;

/** "(2) My games": where a page puts a new title, the number comes before it again. */
function numberTitle() {
  const bare = document.title.replace(/^\(\d+\) /, "");
  const wanted = waiting ? `(${waiting}) ${bare}` : bare;
  if (document.title !== wanted) document.title = wanted;
}

/** A page that lists what is counted hears "counted" when the numbers have changed. @param {Counted} counted */
function show(counted) {
  const changed = waiting !== counted.waiting || unread !== counted.unread || letters !== counted.letters;
  [waiting, unread, letters] = [counted.waiting, counted.unread, counted.letters];
  showWaiting(waiting);
  putCount(unreadBadge, counted.unread);
  for (const badge of lettersBadges) putCount(badge, counted.letters);
  icon.href = waiting || counted.unread || counted.letters ? icon.dataset.newsHref : plainIcon;
  numberTitle();
  if (counted.ready) callTo(counted.ready);
  if (changed) document.dispatchEvent(new Event("counted"));
}

let calledTo = 0;

/** Tells readers on another page that a live table asks whether they are ready. @param {number} game */
function callTo(game) {
  const room = `/games/${game}/`;
  if (calledTo === game || location.pathname === room) return;
  calledTo = game;
  toast(bell.dataset.readyWords, 30, room);
  call();
}

// The socket sends the numbers, also when it opens. They are requested only without a socket.
let asking = false;
let again = false;

/** Counts again; several calls at once make one or two requests. False if no numbers come. */
async function count() {
  again = true;
  if (asking) return true; // a running request is repeated
  asking = true;
  try {
    while (again) {
      again = false;
      const answer = await ask(bell.dataset.countHref);
      if (!answer?.ok) return false;
      show(await answer.json());
    }
    return true;
  } finally {
    asking = false;
  }
}

show({ waiting, unread, letters });
new MutationObserver(numberTitle).observe(title, { childList: true });

const heard = (/** @type {Counted} */ message) => {
  document.dispatchEvent(new Event("rung"));
  return message.waiting === undefined ? count() : show(message);
};
const socket = follow(bell.dataset.bell, heard, (failed) => (!failed && socket?.isOpen()) || count());
