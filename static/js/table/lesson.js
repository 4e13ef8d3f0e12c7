// A lesson: what is spoken of stands out on the board, the rest lies under a veil; what is pressed and cannot be
// chosen is answered in words; one goes on and back without another page.

import { ask } from "../live.js";
import { thingsAt } from "../tips.js";
import { restart } from "./deciding.js";
import { have, linkOn, table, words } from "./page.js";
import { reveal } from "./panes.js";
import { putIn } from "./renewing.js";

const SVG = "http://www.w3.org/2000/svg";
const AROUND = 6; // px between a thing and its ring
const SETTLED = 400; // ms after which a pane that came forward lies where it stays
const board = table.querySelector(".tabletop-board");
const veil = document.createElementNS(SVG, "svg");
veil.setAttribute("class", "veil");
veil.setAttribute("aria-hidden", "true");
board.append(veil);

const speech = () => table.querySelector("[data-speech]");
/** @param {string} name */
const named = (name) => /** @type {string[]} */ (JSON.parse(speech()?.dataset[name] ?? "[]"));
/** @param {string} name */
const thing = (name) => table.querySelector(`.board-regions [data-target="${CSS.escape(name)}"]`);
/** @param {string} name */
const isPicked = (name) => thing(name)?.matches("[data-picked]") ?? false;

/** The things that the choice is made with, in their order, each once. */
const path = () => [...new Set(named("path"))];

/** What is to be pressed, in its order, without what has been; the last one again, where it stands for two parts. */
function toPress() {
  const picked = path().findLastIndex(isPicked);
  const last = picked === path().length - 1 ? path()[picked] : "";
  const isTwice = named("path").filter((name) => name === last).length > 1;
  const again = isTwice && linkOn(last)?.matches(":not(.is-chosen)");
  return path().slice(again ? picked : picked + 1);
}

// --- The veil and the rings ---
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Where a thing lies on the board, with some room around it; null where it cannot be seen.
    @param {string} name @returns {Box | null} */
function boxOf(name) {
  const found = thing(name);
  if (!found?.checkVisibility() || isBehind(found)) return null;
  const [own, all] = [(found.querySelector(":scope > .hit, :scope > a > .hit") ?? found).getBoundingClientRect(), board.getBoundingClientRect()];
  if (!own.width) return null;
  const left = Math.max(2, own.left - all.left - AROUND);
  const top = Math.max(2, own.top - all.top - AROUND);
  const right = Math.min(all.width - 2, own.right - all.left + AROUND);
  const bottom = Math.min(all.height - 2, own.bottom - all.top + AROUND);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** In a pane that takes no room, as another one lies in front. @param {Element} found */
function isBehind(found) {
  const pane = found.closest("[data-pane]:not(.is-forward)");
  return pane && getComputedStyle(pane).display !== "contents";
}

/** @param {Element} parent @param {string} name @param {{[name: string]: unknown}} values */
function draw(parent, name, values) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  parent.append(made);
  return made;
}

/** @param {Element} parent @param {Box} box @param {string} name @param {{[name: string]: unknown}} [more] */
const frame = (parent, box, name, more = {}) => draw(parent, "rect", { ...box, rx: 10, class: name, ...more });

/** @param {Box} box @param {number} number */
function badge({ x, y }, number) {
  const place = draw(veil, "g", { class: "ring-number", transform: `translate(${Math.max(15, x + 3)} ${Math.max(15, y + 3)})` });
  draw(place, "circle", { r: 13 });
  draw(place, "text", { y: 5.5 }).textContent = String(number);
}

function light() {
  const { width, height } = board.getBoundingClientRect();
  veil.setAttribute("viewBox", `0 0 ${width} ${height}`);
  veil.replaceChildren();
  const press = toPress().map(boxOf).filter(Boolean);
  const spots = [...named("spots"), ...path()].map(boxOf).filter(Boolean);
  const wrong = named("wrong").map(boxOf).filter(Boolean);
  if (![...press, ...spots].length) return;
  const mask = draw(draw(veil, "defs", {}), "mask", { id: "veil-cut" });
  draw(mask, "rect", { width, height, fill: "#fff" });
  for (const box of [...spots, ...press, ...wrong]) frame(mask, box, "", { fill: "#000" });
  draw(veil, "rect", { width, height, class: "veil-cloth", mask: "url(#veil-cut)" });
  if (!path().length) for (const box of spots) frame(veil, box, "ring is-spot");
  for (const box of wrong) frame(veil, box, "ring is-wrong");
  for (const [at, box] of press.entries()) {
    frame(veil, box, at ? "ring is-then" : "ring");
    if (path().length > 1) badge(box, at + 1 + path().length - toPress().length);
  }
}

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

/** What nothing on the board stands for is chosen below the words. */
function needDecision() {
  const asks = Boolean(speech()?.dataset.meant);
  const lit = toPress().some((name) => linkOn(name));
  table.querySelector(".lesson-side").classList.toggle("is-needed", asks && !lit);
}

new ResizeObserver(lightSoon).observe(board);
const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-picked"] };
new MutationObserver(lightSoon).observe(table.querySelector(".board-regions"), changes);
board.addEventListener("scroll", lightSoon, { capture: true });
board.addEventListener("transitionend", lightSoon);

// --- Another thing is said ---
let heard = "";

/** Shows what the speech is about, where it is another one. */
function turn() {
  const now = speech()?.outerHTML ?? "";
  if (now === heard) return;
  heard = now;
  if (speech().matches(".speech-also")) restart();
  const here = speech().dataset.here;
  if (here !== location.pathname + location.search) history.replaceState(null, "", here);
  comeForward();
  lightSoon();
}

let shown = ""; // what came in sight last, and after which picks

/** What is to be looked at comes in sight, and what is to be pressed gets the focus that was lost. */
function comeForward() {
  const first = [...toPress(), ...named("spots")].find(thing);
  if (first) comeInSight(first);
  if (document.activeElement !== document.body) return;
  const next = speech().querySelector(".button-turn") ?? (first ? linkOn(first) : null);
  next?.focus({ preventScroll: true });
}

/** So does what is to be pressed after what has been picked; else that stays, while the rest is chosen below the words. */
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

// --- Going on, and asking why ---
/** Fetches what the page lacks and puts it in; another page where that fails. @param {URL} address @param {string} otherwise */
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
