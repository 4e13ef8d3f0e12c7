// The focus never falls to the page's body, nor to an unnamed box. If its element disappears, it moves to the
// replacement, to the heading above that, or to the question.

import { decision, linkOn } from "./page.js";

const SPOKEN = "section[aria-label], section[aria-labelledby], h2, h3, summary, a[href], button";

/** To be called before the page changes; gives a function that then puts the focus back where it was, or to what came
    in its place: of the board and the bar that is the bar. */
export function rememberFocus() {
  const active = document.activeElement ?? document.body;
  const part = active.closest("[data-region]");
  if (!part) return () => {};
  const target = active.closest("[data-target]")?.dataset.target;
  const isPlayed = /^(board-|decision$)/.test(part.dataset.region);
  return () => {
    if (!isLost()) return;
    const same = [target && linkOn(target), active, active.id && document.getElementById(active.id)];
    const like = isPlayed ? [] : [sameIn(part, active), spokenIn(part)]; // the same answer to another question is another one
    reach([...same, ...like].find(isThere) || decision());
  };
}

const FIELD = "input:not([type=checkbox], [type=radio]), textarea, select";

/** To be called before the page changes: a field in which somebody writes stays where it is in the window. Others than
    Safari see to that themselves. */
export function holdField() {
  const field = document.activeElement;
  if (!field?.matches(FIELD) || CSS.supports("overflow-anchor", "auto")) return;
  const { top } = field.getBoundingClientRect();
  queueMicrotask(() => { // panes come forward before it
    if (field === document.activeElement) scrollBy({ top: field.getBoundingClientRect().top - top, behavior: "instant" });
  });
}

/** To the thing that was picked, where the drawing of it anew took the focus away. @param {string} target */
export function refocus(target) {
  if (isLost()) linkOn(target)?.focus({ preventScroll: true });
}

/** Moves the focus to the question, if its element is gone. */
export function refocusQuestion() {
  if (isLost()) reach(decision());
}

/** A hidden element keeps the focus for a moment. */
export const isLost = () => document.activeElement === document.body || !document.activeElement.checkVisibility();

/** @param {any} place */
export function reach(place) {
  if (!place) return;
  if (!place.matches("a[href], button, input, summary, [tabindex]")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** @param {any} thing */
export const isThere = (thing) => thing?.isConnected && thing.checkVisibility();

/** The element with the same purpose as before: with the same name, or sending the same.
    @param {Element} part @param {Element} active */
function sameIn(part, active) {
  const [label, name, value] = ["aria-label", "name", "value"].map((each) => active.getAttribute(each));
  const isSame = (/** @type {Element} */ each) => (label ? each.getAttribute("aria-label") === label : name && each.getAttribute("name") === name && each.getAttribute("value") === value);
  return [...part.querySelectorAll(active.localName)].find(isSame);
}

/** The element that names a part: its heading, otherwise the first thing in it. @param {Element} part */
const spokenIn = (part) => (part.hasAttribute("aria-label") ? part : [...part.querySelectorAll(SPOKEN)].find(isThere));
