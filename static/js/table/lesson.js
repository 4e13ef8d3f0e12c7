// A lesson: things that the text mentions stand out, the rest is veiled; pressing a thing that cannot be chosen
// explains why; steps forward and back need no other page.

import { announce, sentences } from "../announcer.js";
import { ask } from "../fetching.js";
import { thingsAt } from "../tips.js";
import { restart } from "./deciding.js";
import { isLost } from "./focus.js";
import { have, linkOn, table, words } from "./page.js";
import { reveal } from "./panes.js";
import { putIn } from "./renewing.js";
import { candidates, isPicked, named, path, speech, texts, thing, toPress } from "./spoken.js";
import { board, light } from "./veil.js";

const SETTLED = 400; // ms after which a pane that came forward lies where it stays

let waits = false;

function lightSoon() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    light();
    needDecision();
    followPresses();
  });
}

/** Choices without a thing on the board are below the text; when they come or go, the focus may move. */
function needDecision() {
  const side = table.querySelector(".lesson-side");
  const needed = Boolean(speech()?.dataset.meant) && !candidates().some((name) => linkOn(name));
  if (side.classList.contains("is-needed") === needed) return;
  side.classList.toggle("is-needed", needed);
  if (isLost()) focusNext();
}

/** The next step or the thing to press gets a lost focus. */
function focusNext() {
  const next = speech().querySelector(".button-turn") ?? candidates().map(linkOn).find(Boolean);
  (next ?? table.querySelector(".lesson-decision .decision-ways :is(button, a)"))?.focus({ preventScroll: true });
}

new ResizeObserver(lightSoon).observe(board);
const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-picked"] };
new MutationObserver(lightSoon).observe(table.querySelector(".board-regions"), changes);
board.addEventListener("scroll", lightSoon, { capture: true });
board.addEventListener("transitionend", lightSoon);

// --- Another text ---
let heard = "";

/** Shows the things of the text, if it is a new one. */
function turn() {
  const now = speech()?.outerHTML ?? "";
  if (now === heard) return;
  heard = now;
  if (speech().matches(".speech-also")) restart();
  const here = speech().dataset.here;
  if (here !== location.pathname + location.search) history.replaceState(null, "", here);
  comeForward();
  lightSoon();
  tell();
}

/** The focus goes to the heading, unless the pupil is writing; what follows it is read out. */
function tell() {
  const [title, ...rest] = texts();
  const isHere = isLost() || document.activeElement.closest(".course, .lesson-side, .course-ways, .tabletop-board");
  if (isHere) speech().querySelector("h2").focus({ preventScroll: true });
  announce(sentences(isHere ? rest : [title, ...rest]), "lesson");
}

let shown = ""; // what was scrolled into view last, and after which picks

/** Scrolls the important thing into view. */
function comeForward() {
  const first = [...toPress(), ...named("spots")].find(thing);
  if (first) comeInSight(first);
  wordsInSight();
}

/** Beside a board the words come back in sight, where a key had scrolled past them to a thing far down. */
function wordsInSight() {
  if (getComputedStyle(table.querySelector(".lesson-side")).position === "fixed") return;
  speech().scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Brings the next thing to press into sight after a pick; else the pick, while the rest is chosen below the words. */
function followPresses() {
  const next = toPress().find(thing) ?? path().findLast(isPicked);
  if (next && shown !== `${next} ${picks()}`) comeInSight(next);
}

const picks = () => path().filter(isPicked).length;

/** @param {string} name */
function comeInSight(name) {
  shown = `${name} ${picks()}`;
  reveal(thing(name));
  for (const wait of [0, SETTLED]) setTimeout(() => bringOut(name), wait);
}

/** @param {string} name */
function bringOut(name) {
  lightSoon();
  intoSight(thing(name));
}

/** Out from under the sheet of a phone. @param {HTMLElement} found */
function intoSight(found) {
  const side = table.querySelector(".lesson-side");
  if (!found || getComputedStyle(side).position !== "fixed") return;
  const [own, sheet] = [found.getBoundingClientRect(), side.getBoundingClientRect()];
  const head = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const room = sheet.top - head;
  const over = own.bottom + 12 - sheet.top;
  const under = head + 12 - own.top;
  if (over > 0) scrollBy({ top: Math.min(over, own.top - head - 12), behavior: "instant" });
  else if (under > 0 && own.height < room) scrollBy({ top: -under, behavior: "instant" });
}

new MutationObserver(turn).observe(table.querySelector(".lesson-side"), { subtree: true, childList: true });

// --- The next step, and asking why ---
/** Fetches what the page lacks and puts it in; another page where that fails.
    @param {URL} address @param {string} otherwise */
async function fetchInto(address, otherwise) {
  address.searchParams.set("have", have());
  const answer = await ask(address, { headers: { Accept: "application/json" } });
  const news = answer?.ok && answer.status === 200 ? await answer.json() : null;
  if (!news || !putIn(news)) location.assign(otherwise);
}

table.addEventListener("click", (event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest("a[data-said]");
  if (link) {
    event.preventDefault();
    const address = new URL(words.news, location.href);
    address.search = new URL(link.href).search;
    fetchInto(address, link.href);
  } else if (!event.defaultPrevented) askWhy(event);
});

/** A thing that cannot be chosen now says why, while something is to be chosen. @param {From<MouseEvent>} event */
function askWhy(event) {
  if (!speech()?.dataset.meant || event.target.closest("a, button, summary, input")) return;
  const pressed = thingsAt(event, ".board-regions [data-target]")[0];
  if (!pressed) return;
  event.preventDefault();
  const address = new URL("lesson/why/", location.href);
  address.searchParams.set("thing", pressed.dataset.target);
  const said = new URLSearchParams(location.search).get("said");
  if (said) address.searchParams.set("said", said);
  fetchInto(address, location.href);
}

turn();
