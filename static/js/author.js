// The author's pages are drawn anew when a file of the game type has changed, and once the server is
// back after it was started again. A state that is being changed by hand is not lost to that.

import { announce } from "./announcer.js";

const { stampAt, stamp: drawnWith } = document.querySelector("[data-stamp-at]").dataset;
let known = drawnWith;
let isSending = false;
// What a form saves changes a file, too: its answer is the page to see then, not this one again.
addEventListener("submit", () => (isSending = true));

/** Something was written by hand, maybe before this script was there. */
function isTyped() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-changing] :is(input, textarea)"));
  return [...fields].some((field) => field.value !== field.defaultValue);
}

async function look() {
  const answer = await fetch(stampAt).catch(() => null);
  const stamp = answer?.ok ? (await answer.json()).stamp : known;
  if (known && stamp !== known) {
    if (isSending) return;
    if (!isTyped()) return location.reload();
    const changed = document.querySelector("[data-changed]");
    changed.hidden = false;
    announce(changed.textContent);
  }
  known = stamp;
  setTimeout(look, 1000);
}

look();
