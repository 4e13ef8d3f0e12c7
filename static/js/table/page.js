// The table's page: its parts, its words and numbers, and the message above the board.

import { isThere, whenThere } from "../attention.js";
import { announce } from "../announcer.js";
import { post } from "../posting.js";
import { toast } from "../toasts.js";

export const table = document.querySelector("[data-table]");
export const words = table.dataset;

export const decision = () => table.querySelector(".decision");
export const regions = () => table.querySelectorAll("[data-region]");

/** Whether the board shows another moment (film.js), on which nothing glows. */
export const isLookingBack = () => table.querySelector("[data-film]:not([hidden])") !== null;

/** What the page already shows, so that the server leaves it out. */
export const have = () => [...regions()].map((part) => `${part.dataset.region}:${part.dataset.hash}`).join(",");

/** In things on the board: what can be picked, and what would begin another choice. */
export const LINKS = "a.choice, a.instead";

/** Such a link in a thing on the board. @param {string} target */
export const linkOn = (target) => table.querySelector(`[data-target="${CSS.escape(target)}"] > :is(${LINKS})`);

/** Shows an error; without a text it clears the message. way: a remedy.
    @param {string} [text] @param {Way | null} way */
export function say(text, way = null) {
  const box = table.querySelector("[data-message]");
  box.replaceChildren();
  if (!text) return;
  const notice = document.createElement("div");
  notice.className = "notice notice-warning";
  const body = Object.assign(document.createElement("div"), { className: "notice-body", textContent: text });
  notice.append(body);
  if (way) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button button-small", textContent: way.label });
    button.addEventListener("click", way.go);
    body.append(button);
  }
  box.append(notice);
  if (matchMedia("(max-width: 44rem)").matches) toast(text);
  else announce(text);
}

// --- Presence, chat, and telling the server what the reader has seen ---
/** @type {Set<string> | null} */
let present = null; // names, once they are known
let seen = -1; // the version that the server knows of

/** @param {string[]} users */
export function setPresent(users) {
  present = new Set(users);
  showPresence();
}

export function showPresence() {
  if (!present) return;
  for (const dot of table.querySelectorAll("[data-presence]")) {
    const online = present.has(dot.dataset.presence);
    dot.classList.toggle("presence-online", online);
    dot.textContent = online ? words.online : words.away;
  }
}

/** @type {(data: object) => boolean} */
let bySocket = () => false; // says something by it; false while it is not open

/** @param {(data: object) => boolean} say */
export function speakBy(say) {
  bySocket = say;
}

/** Lets the service send by the socket what the page lacks. */
export const tellHave = () => bySocket({ have: have(), version: Number(words.version) });

/** What was on a visible page with a present reader needs no e-mail. anew: there is more in the same version. */
export function tellSeen({ anew = false } = {}) {
  if (anew) seen = -1;
  const version = Number(words.version);
  if (!words.seen || !isThere() || version <= seen) return;
  seen = version;
  if (bySocket({ seen: version })) return;
  const body = new URLSearchParams({ version: String(version), csrfmiddlewaretoken: words.token });
  post(words.seen, body, { keepalive: true }).then((answer) => {
    if (!answer) seen = -1;
  });
}

whenThere(() => tellSeen());
