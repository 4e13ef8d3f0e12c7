// Boards of others that lie folded beside the board, `details` with a name in `data-kept`: those that were opened stay
// so, beside each other and also when the page is loaded anew, until the browser's window is closed.

import { table } from "./page.js";

const key = `opened ${location.pathname}`;
const opened = new Set((sessionStorage.getItem(key) ?? "").split(" ").filter(Boolean));

export function openKept() {
  for (const strip of table.querySelectorAll("details[data-kept]")) if (opened.has(strip.dataset.kept)) strip.open = true;
}

table.addEventListener(
  "toggle",
  ({ target }) => {
    const strip = /** @type {HTMLDetailsElement} */ (target);
    if (!strip.dataset.kept) return;
    if (strip.open) opened.add(strip.dataset.kept);
    else opened.delete(strip.dataset.kept);
    sessionStorage.setItem(key, [...opened].join(" "));
  },
  true,
);
