// The focus never falls to the page's body: where what had it goes away, it comes to what took its place.

import { decision, linkOn } from "./page.js";

/** To be called before the page changes; gives a function that then puts the focus back where it was, or to what came
    in its place: of the board and the bar that is the bar. */
export function rememberFocus() {
  const active = document.activeElement;
  const part = active?.closest?.("[data-region]");
  if (!part) return () => {};
  const target = active.closest("[data-target]")?.dataset.target;
  const isPlayed = /^(board-|decision$)/.test(part.dataset.region);
  return () => {
    if (!isLost()) return;
    const again = (target && linkOn(target)) || (active.id && document.getElementById(active.id)) || (isPlayed || !part.checkVisibility() ? decision() : null) || part;
    if (!again.matches("a[href], button, input")) again.tabIndex = -1;
    again.focus({ preventScroll: true });
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

/** What is hidden keeps the focus for a moment. */
export const isLost = () => document.activeElement === document.body || !document.activeElement.checkVisibility();
