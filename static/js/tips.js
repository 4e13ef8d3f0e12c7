// Tips: a popover opens on hover and focus, on a tap and, where a tap chooses, on a long press.
// [popovertarget].tip has its words beside it; [data-tip] (inside boards) shares one popover, as do [data-tip-at], which
// names the element that has its words, and [data-about], a thing that has more to tell: a long press on one is
// announced as "explain", which may be answered otherwise. Where data-tip is empty, and of an [aria-description], the
// tip is the thing's name and what describes it.

import { isOpenPopover } from "./older.js";

// --- Where what explains a thing is put: beside it, always inside the window; also for things in an SVG,
// which cannot be anchors ---
/** @param {HTMLElement} box @param {Element} thing */
export function placeBeside(box, thing) {
  const at = thing.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = at.left + at.width / 2 - width / 2;
  const top = at.top - height - 8;
  box.style.setProperty("position-area", "none");
  box.style.margin = "0";
  box.style.inset = "auto";
  box.style.left = `${Math.max(8, Math.min(left, clientWidth - width - 8))}px`;
  const lowest = Math.max(8, clientHeight - height - 8);
  box.style.top = `${Math.min(top >= 8 ? top : at.bottom + 8, lowest)}px`;
}

// --- What the pointer means on a board. While a board asks, its choices alone take the pointer, also where
// something lies upon them (board.css). Everything else on it is found by its place ---
/** Says to the styles which boards ask. @param {Element} place */
export function markAsking(place) {
  for (const board of place.querySelectorAll(".board")) board.classList.toggle("is-asking", Boolean(board.querySelector("a.choice")));
}

/** The things under the pointer that match, the topmost first. @param {MouseEvent} event @param {string} selector */
export function thingsAt(event, selector) {
  if (!(event.target instanceof Element)) return [];
  const board = event.target.closest(".board.is-asking");
  if (!board) return [event.target.closest(selector)].filter(Boolean);
  const things = [...board.querySelectorAll(selector)];
  return things.filter((thing) => covers(thing, event)).reverse();
}

/** @param {Element} thing @param {MouseEvent} point */
function covers(thing, { clientX: x, clientY: y }) {
  const box = thing.getBoundingClientRect();
  const isInBox = box.left < x && x < box.right && box.top < y && y < box.bottom;
  const cell = thing.querySelector(":scope > .tap, :scope > a > .tap"); // boxes of hexes overlap
  if (!isInBox || !(cell instanceof SVGGeometryElement)) return isInBox;
  return cell.isPointInFill(new DOMPoint(x, y).matrixTransform(cell.getScreenCTM()?.inverse()));
}

// --- Tips ---
const LONG_PRESS = 500;
const SLIP = 10; // how far a finger that rests may move
const TIPS = ".tip, [data-tip], [data-tip-at], [aria-description], [data-about]";

const sharedTip = document.createElement("div");
sharedTip.className = "tip-text tip-text-shared";
sharedTip.popover = "manual";
sharedTip.setAttribute("role", "tooltip");
document.body.append(sharedTip);
let openTip = /** @type {{tip: HTMLElement, source: HTMLElement} | null} */ (null);
let press = /** @type {Press | null} */ (null); // of a finger

const sourceAt = (/** @type {MouseEvent} */ event) => thingsAt(event, TIPS)[0];

/** What a thing on a board tells. @param {HTMLElement} thing */
export function told(thing) {
  const { tip, tipAt, about } = thing.dataset;
  const description = thing.getAttribute("aria-description");
  const named = description || tip === "";
  return tip || document.getElementById(tipAt)?.textContent || (named ? sentences(nameOf(thing), description) : (about ?? ""));
}

/** Of an image its own, else of the thing that it belongs to. @param {HTMLElement} part @returns {string} */
const nameOf = (part) => (part.matches('[role="img"]') ? (part.getAttribute("aria-label") ?? "") : part.closest("[data-name]").dataset.name);

/** "Priest. Scored: 1 point for each priest." @param {string} name @param {string | null} description */
const sentences = (name, description) => (description ? `${name}${/[.!?]$/.test(name) ? "" : "."} ${description}` : name);

/** @param {HTMLElement} source */
function tipOf(source) {
  if (source.matches(".tip")) return document.getElementById(source.getAttribute("popovertarget") ?? "");
  sharedTip.textContent = told(source);
  return sharedTip;
}

/** @param {HTMLElement} source */
function showTip(source) {
  const tip = tipOf(source);
  if (!tip || openTip?.source === source) return;
  hideTip();
  tip.showPopover();
  placeBeside(tip, source);
  openTip = { tip, source };
}

function hideTip() {
  if (openTip?.tip.isConnected && isOpenPopover(openTip.tip)) openTip.tip.hidePopover();
  openTip = null;
}

// --- Mouse and keyboard ---
const AWAY = 40; // how far the mouse goes from where it has chosen, until things explain themselves again
let chose = /** @type {Vector | null} */ (null);

/** @param {PointerEvent & {target: HTMLElement}} event */
function hover(event) {
  if (event.pointerType !== "mouse" || isOpenPopover(document.querySelector("[data-explains]"))) return;
  if (chose && Math.hypot(event.clientX - chose.x, event.clientY - chose.y) < AWAY) return;
  chose = null;
  const source = sourceAt(event);
  if (source) showTip(source);
  else if (openTip && !openTip.tip.contains(event.target)) hideTip();
}
document.addEventListener("pointerover", hover);
document.addEventListener("pointermove", hover);
document.addEventListener("focusin", (event) => {
  if (press?.explained) return; // the finger's own doing
  const source = event.target.closest(TIPS);
  if (source && event.target.matches(":focus-visible")) showTip(source);
  else if (openTip && openTip.source !== source) hideTip();
});
document.addEventListener("focusout", (event) => {
  if (openTip?.source.contains(event.target)) hideTip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
document.addEventListener("submit", hideTip); // what it explains may be gone soon
addEventListener("scroll", hideTip, { passive: true, capture: true });

// --- Clicks and taps: what is inside a link belongs to the link ---
document.addEventListener("click", (event) => {
  const source = sourceAt(event);
  if (!source || event.defaultPrevented || event.target.closest("a")) {
    if (source) chose = { x: event.clientX, y: event.clientY };
    hideTip();
    return;
  }
  if (source.matches(".tip")) event.preventDefault(); // the popover is ours to toggle now
  showTip(source);
});

// --- A long press explains and chooses nothing ---
function endPress() {
  clearTimeout(press?.timer);
  press = null;
}

function explain() {
  if (!press) return;
  press.explained = true;
  const asked = new CustomEvent("explain", { bubbles: true, cancelable: true });
  if (press.source.dispatchEvent(asked)) showTip(press.source);
  else hideTip();
}

document.addEventListener("pointerdown", (event) => {
  endPress();
  const source = event.pointerType !== "mouse" && sourceAt(event);
  if (!source) return;
  const timer = setTimeout(explain, LONG_PRESS);
  press = { x: event.clientX, y: event.clientY, source, timer, explained: false };
});
document.addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) endPress();
});
document.addEventListener("pointerup", () => clearTimeout(press?.timer));
document.addEventListener("pointercancel", endPress);
document.addEventListener("keydown", endPress);
document.addEventListener("contextmenu", (event) => {
  if (!press) return; // of a mouse, or of nothing that explains itself
  event.preventDefault();
  explain();
});
document.addEventListener(
  "click",
  (event) => {
    if (!press?.explained) return;
    event.preventDefault();
    event.stopPropagation();
    endPress();
  },
  { capture: true },
);
