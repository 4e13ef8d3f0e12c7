// Boards of others that lie folded in their panels, `details` with a name in `data-kept`: those that were opened stay
// so, side by side and also when the page is loaded again, until the window is closed. In a wide window they are below
// the board, and one that opens is scrolled into view.

import { tab } from "../remembered.js";
import { table } from "./page.js";

const key = `opened ${location.pathname}`;
const opened = new Set(tab.get(key).split(" ").filter(Boolean));
/** @type {HTMLElement | null} */
let pressed = null; // the strip that is about to open by a press

export function openKept() {
  for (const strip of table.querySelectorAll("details[data-kept]")) if (opened.has(strip.dataset.kept)) strip.open = true;
}

table.addEventListener("click", ({ target }) => {
  const strip = target.closest("details[data-kept]");
  if (target.closest("[data-fold]")) {
    strip.open = false;
    strip.querySelector("summary").focus({ preventScroll: true });
  } else if (strip && target.closest("summary")) pressed = strip;
});

table.addEventListener(
  "toggle",
  ({ target }) => {
    const strip = /** @type {HTMLDetailsElement} */ (target);
    if (!strip.dataset.kept) return;
    if (strip.open) opened.add(strip.dataset.kept);
    else opened.delete(strip.dataset.kept);
    tab.set(key, [...opened].join(" "));
    if (strip.open && strip === pressed) strip.querySelector(".strip-board")?.scrollIntoView({ block: "nearest" });
    pressed = null;
  },
  true,
);
