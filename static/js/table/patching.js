// What the service draws of a part is held against what it drew before, and only what differs is put in: the rest need not
// be styled, laid out and painted anew, and screen readers hear of nothing that stays. A lesson's words are
// put in whole, as are parts that show hours to strangers: scripts rebuild them. The bar too, if its question changed.

import { putInside } from "../differing.js";
import { LINKS, table, words } from "./page.js";
import { putOut } from "./showing.js";

const REBUILT = ["speech", ...("hours" in words ? ["log", "earlier", "since", "chat", "onlookers"] : [])];
/** @type {HTMLElement[]} */
const PARTS = [...table.querySelectorAll("[data-region]")].filter((part) => !REBUILT.includes(part.dataset.region));

const BAR = PARTS.find((part) => part.dataset.region === "decision");

/** What the service drew of each part, without what scripts have done to it since.
    @type {Map<Element, Element>} */
const drawn = new Map(PARTS.map((part) => [part, bare(/** @type {Element} */ (part.cloneNode(true)))]));

/** Whether all of it is drawn anew. @param {HTMLElement} part @param {string} html */
export function put(part, html) {
  const before = drawn.get(part);
  const fresh = /** @type {Element} */ (part.cloneNode(false));
  fresh.innerHTML = html;
  if (before) drawn.set(part, fresh);
  const isKept = before && part.dataset.hash; // else something may be wrong with it
  if (isKept && part !== BAR) putInside(bare(part), before, fresh);
  else if (!isKept || !putBeside(part, before, fresh)) part.innerHTML = html;
  else return false;
  return true;
}

// --- The bar: others answer at the same time, and what a reader has begun stays ---
const BESIDE = [".decision-clocks", ".decision-note .clock", ".decision-tools"];
const TICKING = "input[name=version], input[name=csrfmiddlewaretoken], time";

/** Puts in what differs beside a question and its answers; false where these do.
    @param {Element} live @param {Element} before @param {Element} fresh */
function putBeside(live, before, fresh) {
  const parts = BESIDE.map((name) => [live, before, fresh].map((bar) => bar.querySelector(name)));
  if (parts.some((three) => three.some(Boolean) && !three.every(Boolean)) || !isAlike(asking(before), asking(fresh))) return false;
  for (const [shown, was, now] of parts) if (now && !isAlike(was, now)) shown.replaceWith(now.cloneNode(true));
  for (const field of live.querySelectorAll("input[name=version]")) field.value = fresh.querySelector("input[name=version]").value;
  return true;
}

/** @param {Element} bar */
function asking(bar) {
  const copy = /** @type {Element} */ (bar.cloneNode(true));
  for (const part of copy.querySelectorAll(BESIDE.join())) part.remove();
  copy.removeAttribute("data-hash"); // that of what was there before
  return copy;
}

/** Whether they say the same, but for what is kept true by itself. @param {...Element} two */
function isAlike(...two) {
  const [one, other] = two.map((each) => {
    const copy = /** @type {Element} */ (each.cloneNode(true));
    for (const part of copy.querySelectorAll(TICKING)) part.replaceWith();
    return copy;
  });
  return one.isEqualNode(other);
}

/** Without the links that lead to choices. @param {Element} part */
function bare(part) {
  for (const link of part.querySelectorAll(LINKS)) putOut(link);
  return part;
}
