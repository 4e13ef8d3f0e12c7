// The board at other moments: step by step, played, by a slider. The page beside it stays as it is,
// so choices go on working; a choice, and what comes in, end it. On a page that was loaded as one of
// the past all of it changes.

import { announce } from "../announcer.js";
import { show } from "./deciding.js";
import { isLost, reach, refocusQuestion, rememberFocus } from "./focus.js";
import { play as glide, snapshot } from "./motion.js";
import { regions, table, words } from "./page.js";
import { openKept } from "./strips.js";
import { mention } from "./talk.js";

const PACE = 2200;
const film = table.querySelector("[data-film]");
const slider = film.querySelector("input");
const [told, number, playing] = [".film-told", ".film-number", "[data-film-play]"].map((part) => film.querySelector(part));
const playOn = film.querySelector("[data-film-play-on]");
const captions = { play: playing.textContent, pause: playing.dataset.pause };
const whole = "past" in film.dataset; // the page itself is one of the past

/** @type {number[] | null} */
let numbers = null; // the positions to show; null without a film
let at = 0; // which of them
/** @type {Film} */
let how = {};
let timer = 0;
/** @type {Map<string, Region>} */
let live = new Map(); // region: {hash, html} of the game as it is

/** The number of the newest move that the page knows. */
export const newest = () => Number(film.dataset.number);
export const isOpen = () => numbers !== null;

const changing = () => [...regions()].filter((part) => whole || /^(board-|head$|players$|scores$)/.test(part.dataset.region));

/**
 * Shows these positions. from: with which of them it begins. running: plays at once. fleeting: a
 * click on the board ends it. shown(number): called for each.
 * @param {number[]} those @param {Film} film
 */
export function open(those, { from = 0, running = false, ...more } = {}) {
  if (!isOpen()) for (const part of changing()) live.set(part.dataset.region, { hash: part.dataset.hash, html: part.innerHTML });
  numbers = those;
  how = more;
  slider.max = String(those.length - 1);
  film.hidden = false;
  run(running);
  return go(from);
}

/** Shows one of the positions, by its index; after the last one the present game. @param {number} place */
export async function go(place) {
  if (!numbers) return;
  if (place >= numbers.length && !whole) return end();
  at = Math.max(0, Math.min(place, numbers.length - 1));
  const asked = numbers[at];
  slider.value = String(at);
  number.textContent = String(asked);
  how.shown?.(asked);
  const found = await position(asked);
  if (!found || numbers?.[at] !== asked) return; // or another one was asked for meanwhile
  put(found.regions, found.moved);
  told.textContent = found.told;
  announce(found.told, "film");
  playOn?.setAttribute("href", found.play_on);
  playOn?.toggleAttribute("hidden", !found.play_on);
  for (const next of [at + 1, at - 1]) if (numbers[next] !== undefined) position(numbers[next]);
}

export const step = (/** @type {number} */ by) => go(at + by);

/** To the nearest position, back or forward, that a move led to that was no pass. @param {number} by */
export async function stepToChoice(by) {
  const those = numbers;
  for (let place = at + by; those?.[place] !== undefined; place += by) {
    const found = await position(those[place]);
    if (numbers !== those) return; // ended meanwhile
    if (found?.passed) continue;
    go(place);
    return;
  }
  if (those) go(by < 0 ? 0 : those.length);
}

/** Shows the position after this move; false if the film does not have it. @param {number} move */
export const goTo = (move) => numbers?.includes(move) && Boolean(go(numbers.indexOf(move)));

/** Back to the present game at once; false if that is another page. */
export function end() {
  if (!isOpen() || whole) return false;
  run(false);
  numbers = null;
  const hadFocus = film.contains(document.activeElement);
  film.hidden = true;
  put(Object.fromEntries(live));
  live = new Map();
  for (const part of changing()) delete part.dataset.shown;
  show();
  if (hadFocus) refocusQuestion();
  table.dispatchEvent(new Event("film-over"));
  return true;
}

/** @param {{[name: string]: Region}} fresh */
function put(fresh, moved = /** @type {string[]} */ ([])) {
  const before = snapshot(table);
  const focus = rememberFocus();
  for (const part of changing()) {
    const now = fresh[part.dataset.region];
    if (!now || now.hash === (part.dataset.shown ?? part.dataset.hash)) continue;
    part.innerHTML = now.html;
    part.dataset.shown = now.hash;
  }
  openKept();
  focus();
  if (whole && isLost()) reach(playing);
  glide(table, before, moved);
}

/** @param {boolean} on */
function run(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => (whole && at + 1 === numbers?.length ? run(false) : step(1)), PACE) : 0;
  playing.textContent = on ? captions.pause : captions.play;
}

// --- What the reader does ---
/** @type {{[key: string]: number}} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
playing.addEventListener("click", () => {
  if (!timer && at + 1 === numbers?.length) go(0);
  run(!timer);
});
slider.addEventListener("input", () => {
  run(false);
  go(Number(slider.value));
});
film.querySelector("[data-film-end]").addEventListener("click", () => {
  if (!whole) return end();
  const url = new URL(location.href);
  url.searchParams.delete("at");
  location.assign(url);
});
film.querySelector("[data-film-mention]")?.addEventListener("click", () => {
  run(false);
  if (numbers) mention(numbers[at]);
});
document.addEventListener("keydown", (event) => {
  if (!isOpen() || event.target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const by = STEPS[event.key];
  if (by) {
    run(false);
    if (event.shiftKey && Number.isFinite(by)) stepToChoice(by);
    else step(by);
  } else if (event.key === "Escape" && !whole) end();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
});
table.addEventListener(
  "click",
  (event) => {
    if (!isOpen() || whole) return;
    if (event.target.closest(".decision")) return end();
    if (!event.target.closest(".board-regions")) return;
    event.stopPropagation(); // nothing can be chosen on this board
    event.preventDefault();
    if (how.fleeting) end();
  },
  true,
);
table.addEventListener("renew", ({ detail }) => {
  end();
  film.dataset.number = String(detail.number);
});

// --- Positions of the past as the reader may see them: fetched once, kept, the neighbours ahead ---
const MOST = 60;
/** @type {Map<number, Promise<Past | null>>} */
const kept = new Map(); // number: promise of {number, told, regions}

/** The position after this move; null if it cannot be loaded. @param {number} number */
export function position(number) {
  if (!kept.has(number)) {
    kept.set(number, fetched(number));
    if (kept.size > MOST) kept.delete([...kept.keys()][0]);
  }
  return kept.get(number);
}

/** @param {number} number @returns {Promise<Past | null>} */
async function fetched(number) {
  const address = new URL(words.news, location.href);
  address.searchParams.set("at", String(number));
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  const found = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!found) kept.delete(number);
  return found;
}
