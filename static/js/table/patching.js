// What the service draws of a part is held against what it drew before, and only what differs is put in: the rest need not
// be styled, laid out and painted anew, and screen readers hear of nothing that stays. The bar and a lesson's words are
// put in whole, and so is what has hours for strangers: scripts rebuild them.

import { putInside } from "../differing.js";
import { table, words } from "./page.js";
import { putOut } from "./showing.js";

const REBUILT = ["decision", "speech", ...("hours" in words ? ["log", "earlier", "since", "chat", "onlookers"] : [])];
/** @type {HTMLElement[]} */
const PARTS = [...table.querySelectorAll("[data-region]")].filter((part) => !REBUILT.includes(part.dataset.region));

/** What the service drew of each part, without what scripts have done to it since.
    @type {Map<Element, Element>} */
const drawn = new Map(PARTS.map((part) => [part, bare(/** @type {Element} */ (part.cloneNode(true)))]));

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
