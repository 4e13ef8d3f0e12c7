// Confirms to screen readers what was written on a page that has been loaded anew, and puts the focus back into the field.

import { announce } from "./announcer.js";
import { tab } from "./remembered.js";

const NAME = "wrote"; // in the tab's memory: the page, and the reader's newest message before

const newest = () => /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll("[data-wrote]")].at(-1));
const here = () => `${location.pathname} ${newest()?.id ?? ""}`;

const before = tab.get(NAME);
tab.set(NAME, "");
if (before.startsWith(`${location.pathname} `) && before !== here()) {
  announce(newest()?.dataset.wrote ?? "");
  const field = document.querySelector("[data-write] :is(textarea, input[name=text])");
  /** @type {HTMLElement | null} */ (field)?.focus({ preventScroll: true });
}

document.addEventListener("submit", ({ target, defaultPrevented }) => {
  if (!defaultPrevented && /** @type {Element} */ (target).matches("[data-write], [data-write-quick]")) tab.set(NAME, here());
});
