// What glows and cannot be seen: on a phone, where the bar is a sheet over the board's foot, it is brought out from under
// it; on each screen an arrow says how much lies further down, and leads there. Help at the first time, which lies over
// the board where there is no room beside it, finds a place where nothing glows.

import { decision, isLookingBack, table } from "./page.js";

const GLOWS = "a.choice:not(.is-chosen)";
let glowed = ""; // the names of what glowed before

/** Where other things glow than before and none of them can be seen whole, the first one comes clear of the sheet. The
    board stays where it is while the bar itself has an answer to what it asks further.
    @param {boolean} isAnswerable @param {() => void} then what is done once all lies where it is to be looked at */
export function bringIntoSight(isAnswerable, then) {
  const glows = [...table.querySelectorAll(GLOWS)];
  const names = glows.map((link) => link.parentNode.dataset.target).join(" ");
  const isNew = names !== glowed;
  glowed = names;
  // Its pane comes forward first.
  requestAnimationFrame(() => {
    const inFront = glows.filter((link) => link.isConnected && isInFront(link));
    const isOut = !isAnswerable && isSheet() && isSeen(table.querySelector(".board-regions")) && !inFront.some(isClear);
    if (isNew && isOut) bring(inFront[0]);
    if (!isLookingBack()) then();
    placeNote(); // a renewed one, too
    tellBelow(); // last: it changes the page, which all before look at
  });
}

/** Whether this thing can be seen above the sheet, or need not, for the board is not looked at; where the bar is no sheet,
    whether anything that glows is in the window. @param {string} name */
export function isInSight(name) {
  const board = table.querySelector(".board-regions");
  if (!isSheet()) return !isInWindow(board) || [...table.querySelectorAll(GLOWS)].some((link) => isInFront(link) && isInWindow(link));
  if (!isSeen(board)) return true;
  const link = table.querySelector(`[data-target="${CSS.escape(name)}"] > a.choice`);
  return !link || (isInFront(link) && isClear(link, SLACK));
}

/** @param {HTMLElement | undefined} link */
function bring(link) {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (link && !isClear(link)) link.scrollIntoView({ block: "center", inline: "nearest" }); // what lies over the foot is higher
}

/** The note of the first time lies at the foot or at the head, where it covers the fewest of what glows; it is a mere button
    there where the whole of it would cover any. It stays where it is while it covers none, and as its reader opened it. */
function placeNote() {
  const note = table.querySelector(".first-time");
  if (!note || getComputedStyle(note).position !== "fixed" || note.matches(".is-folded:has([open])")) return;
  // A renewed one is closed where the one before it was a mere button.
  if (!note.matches(".is-folded")) note.querySelector("details").open = true;
  const boxes = [...table.querySelectorAll(GLOWS)].filter(isInFront).flatMap((link) => {
    const hits = [...link.querySelectorAll(".hit")];
    return (hits.length ? hits : [link]).map((hit) => hit.getBoundingClientRect());
  });
  const covered = () => {
    const own = note.getBoundingClientRect();
    return boxes.filter((box) => box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top).length;
  };
  if (!covered()) return;
  const counts = PLACES.map((place) => {
    put(note, place);
    return covered();
  });
  put(note, PLACES[counts.indexOf(Math.min(...counts))]);
}
addEventListener("scrollend", placeNote);
addEventListener("resize", placeNote);
table.addEventListener("film-over", placeNote);

const PLACES = ["", "is-above", "is-folded", "is-folded is-above"];

/** @param {HTMLElement} note @param {string} place */
function put(note, place) {
  note.className = `first-time ${place}`;
  note.querySelector("details").open = !note.classList.contains("is-folded");
}

/** @param {HTMLElement} link */
const isInFront = (link) => !link.closest("[data-pane]:not(.is-forward)") && link.checkVisibility();

export const isSheet = () => decision() !== null && getComputedStyle(decision()).position === "fixed";

/** What a game lays over the foot of its board, above the sheet. */
const strips = () => [...table.querySelectorAll(".pane-always > [data-region] > *")].filter((strip) => getComputedStyle(strip).position === "fixed" && strip.checkVisibility());

/** @param {Element} thing */
const isInStrip = (thing) => strips().some((strip) => strip.contains(thing));

/** From below the page's head to the sheet, or to what lies above that. */
function room() {
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return { top, bottom: Math.min(...[decision(), ...strips()].map((over) => over.getBoundingClientRect().top)) };
}

/** @param {HTMLElement} thing */
function isSeen(thing) {
  const [box, { top, bottom }] = [thing.getBoundingClientRect(), room()];
  return box.top < bottom && box.bottom > top;
}

/** @param {HTMLElement} thing */
function isInWindow(thing) {
  const box = thing.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}

/** All of it but so many pixels lies in the room, or it fills the room. @param {HTMLElement} thing */
function isClear(thing, slack = 0) {
  if (isInStrip(thing)) return true;
  const [box, { top, bottom }] = [thing.getBoundingClientRect(), room()];
  return (box.top >= top - slack && box.bottom <= bottom + slack) || (box.top <= top && box.bottom >= bottom);
}

// --- The arrow ---
const arrow = table.querySelector("[data-below]");

const SLACK = 8; // px of a thing that may be hidden
const EDGE = 12; // px that are left free above and below what the arrow leads to

/** What glows and reaches further down than the window shows. */
function below() {
  const { top, bottom } = isSheet() ? room() : { ...room(), bottom: innerHeight };
  return [...table.querySelectorAll(GLOWS)].filter((link) => {
    const box = link.getBoundingClientRect();
    return isInFront(link) && !isInStrip(link) && box.bottom > bottom + SLACK && box.top > top;
  });
}

let isDue = false;

function tellBelow() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    const count = below().length;
    arrow.hidden = !count;
    arrow.querySelector("[data-count]").textContent = String(count);
  });
}

arrow.addEventListener("click", () => {
  const out = below();
  const boxes = out.map((link) => link.getBoundingClientRect());
  const { top, bottom } = isSheet() ? room() : { ...room(), bottom: innerHeight };
  const [first, last] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  out.find((_link, at) => boxes[at].top === first)?.focus({ preventScroll: true });
  if (out.length) scrollBy(0, Math.min(last - bottom, first - top - EDGE) + EDGE); // all of it, and as much as can be of what was seen
});
addEventListener("scroll", tellBelow, { passive: true });
addEventListener("resize", tellBelow);
document.addEventListener("click", tellBelow); // another pane, a drawer
