// What is drawn of the board and of the players is held against what was drawn before, and only what differs is put in:
// the rest need not be styled, laid out and painted anew.

import { table } from "./page.js";
import { putOut } from "./showing.js";

const DRAWN = '[data-region^="board-"], [data-region="players"]';
const NAMES = ["data-piece", "data-target", "id"]; // with another one it is another thing

/** What the service drew of each part, without what scripts have done to it since.
    @type {Map<Element, Element>} */
const drawn = new Map([...table.querySelectorAll(DRAWN)].map((part) => [part, bare(/** @type {Element} */ (part.cloneNode(true)))]));

/** @param {HTMLElement} part @param {string} html */
export function put(part, html) {
  const before = drawn.get(part);
  if (!before) {
    part.innerHTML = html;
    return;
  }
  const fresh = /** @type {Element} */ (before.cloneNode(false));
  fresh.innerHTML = html;
  drawn.set(part, fresh);
  if (part.dataset.hash) putInside(bare(part), before, fresh);
  else part.innerHTML = html; // something is wrong with it
}

/** Without the links that lead to choices. @param {Element} part */
function bare(part) {
  for (const link of part.querySelectorAll("a.choice")) putOut(link);
  return part;
}

/** @param {Element} live @param {Element} before @param {Element} fresh */
function putInside(live, before, fresh) {
  const [here, was, now] = [live, before, fresh].map((each) => [...each.childNodes]);
  if (here.length !== was.length) return live.replaceChildren(...now.map(copy));
  const isSame = (/** @type {number} */ at) => was.at(at)?.isEqualNode(now.at(at) ?? null) ?? false;
  const least = Math.min(was.length, now.length);
  let [first, last] = [0, 0]; // so many at the beginning and at the end are the same
  while (first < least && isSame(first)) first += 1;
  while (last < least - first && isSame(-1 - last)) last += 1;
  const next = here[here.length - last] ?? null;
  for (const [at, node] of now.slice(first, now.length - last).entries()) {
    const old = first + at < was.length - last ? was[first + at] : null;
    if (!old) live.insertBefore(copy(node), next);
    else putOver(here[first + at], old, node);
  }
  for (const node of here.slice(now.length - last, here.length - last)) node.remove();
}

/** @param {any} live @param {any} before @param {any} fresh */
function putOver(live, before, fresh) {
  if (before.isEqualNode(fresh)) return;
  if (!isOne(live, before, fresh)) return live.replaceWith(copy(fresh));
  for (const { name } of before.attributes) if (!fresh.hasAttribute(name)) live.removeAttribute(name);
  for (const each of fresh.attributes) {
    if (before.getAttribute(each.name) !== each.value) live.setAttributeNode(each.cloneNode());
  }
  putInside(live, before, fresh);
}

/** Whether they draw the same thing. @param {Node[]} all */
function isOne(...all) {
  if (!all.every((each) => each instanceof Element && each.nodeName === all[0].nodeName)) return false;
  const [, before, fresh] = /** @type {Element[]} */ (all);
  return NAMES.every((name) => before.getAttribute(name) === fresh.getAttribute(name));
}

/** @param {Node} node */
const copy = (node) => node.cloneNode(true);
