// The focus stays where it was while parts of the page are swapped.

import { decision, linkOn } from "./page.js";

/** A function that puts the focus back where it was, or to what came in its place. */
export function rememberFocus() {
  const active = document.activeElement;
  const part = active?.closest?.("[data-region]");
  if (!part) return () => {};
  const name = part.dataset.region;
  const target = active.closest("[data-target]")?.dataset.target;
  return () => {
    if (!isLost()) return;
    const again =
      (target && linkOn(target)) ||
      (active.id && document.getElementById(active.id)) ||
      (name.startsWith("board-") || name === "decision" ? decision() : null);
    if (again === decision()) again.tabIndex = -1;
    again?.focus({ preventScroll: true });
  };
}

/** To the thing that was picked, where the drawing of it anew took the focus away. */
export function refocus(target) {
  if (isLost()) linkOn(target)?.focus({ preventScroll: true });
}

const isLost = () => document.activeElement === document.body;
