// The page of an arena: standings and tables by the second; the reader's next table opens by itself.

import { announce } from "./announcer.js";
import { call } from "./calling.js";
import { refreshDeadlines } from "./deadlines.js";
import { ask } from "./fetching.js";
import { follow } from "./live.js";
import { showLost } from "./toasts.js";

const SOON = 300; // ms: what changes at the same moment is fetched once
const PAUSE = 1500; // ms between two requests, and up to half as many more, so that not all ask at once

const page = document.querySelector("[data-arena-page]");
const shown = page.querySelector("[data-arena]");
const address = page.dataset.news + location.search;
let askedAt = -PAUSE;
let timer = 0;
let known = 0; // the newest version that we have heard of

// The page has loaded itself anew: a table that has been found meanwhile opens, too.
if (history.state?.opens) {
  shown.dataset.table = "";
  history.replaceState(null, "");
}

/** Puts what has changed in the place of what is shown; the focus stays in its part. @param {Element} news */
function show(news) {
  for (const part of shown.querySelectorAll("[data-part]")) {
    const other = news.querySelector(`[data-part="${part.dataset.part}"]`);
    // The forms of a state have a new token each time, so the state itself is compared.
    const same = part.dataset.state ? part.dataset.state === other.dataset.state : part.innerHTML === other.innerHTML;
    if (same) continue;
    const hadFocus = part.contains(document.activeElement);
    part.innerHTML = other.innerHTML;
    if (part.dataset.state) {
      part.dataset.state = other.dataset.state;
      announce(part.querySelector("[data-said]").textContent.trim().replace(/\s+/g, " "), "arena");
    }
    if (hadFocus) (part.querySelector("button, a[href]") ?? part.closest("main"))?.focus();
  }
  refreshDeadlines();
}

/** False if nothing came. */
async function look() {
  clearTimeout(timer);
  timer = 0;
  askedAt = performance.now();
  const answer = await ask(address);
  if (!answer?.ok) return false;
  const text = await answer.text();
  const news = new DOMParser().parseFromString(text, "text/html").querySelector("[data-arena]");
  if (!news) return false;
  const { table } = news.dataset;
  if (table && table !== shown.dataset.table) {
    call();
    location.assign(table);
    return true;
  }
  if (news.dataset.status !== shown.dataset.status) {
    history.replaceState({ opens: true }, "");
    location.reload();
    return true;
  }
  shown.dataset.table = table;
  show(news);
  if (Number(news.dataset.version) < known) lookSoon(); // it was drawn for somebody else a moment ago
  return true;
}

function lookSoon() {
  const rest = PAUSE * (1 + Math.random() / 2) - (performance.now() - askedAt);
  timer ||= setTimeout(look, Math.max(SOON, rest));
}

/** @param {{ type: string, version: number }} message */
function hear({ type, version }) {
  if (type !== "arena") return;
  known = Math.max(known, version);
  lookSoon();
}

follow(page.dataset.socket, hear, look, { lost: showLost });
