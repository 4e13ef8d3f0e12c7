// The decision bar is one line; what does not fit in it is behind its arrow.

import { decision, table } from "./page.js";

const ways = () => decision().querySelector(".decision-ways");
const arrow = () => decision().querySelector(".decision-fold");

/** Whether something of the bar cannot be seen while it is one line. */
function isCut(box) {
  return box.scrollHeight > box.clientHeight + 4 || box.clientHeight === 0;
}

export function unfold(yes) {
  decision().classList.toggle("is-open", yes);
  arrow().setAttribute("aria-expanded", String(yes));
}

/** Fits the bar to what it asks now. needed: none of it can be chosen on the board. */
export function fold(needed) {
  if (!arrow()) return;
  unfold(false);
  const count = ways().querySelectorAll(".button:not(.refused)").length;
  const cut = count > 0 && isCut(ways());
  const refusals = ways().querySelector(".decision-refusals:not([hidden])");
  arrow().hidden = !cut && !refusals && !isCut(decision().querySelector(".decision-prompt"));
  arrow().lastElementChild.textContent = count > 1 ? count : "";
  if (cut && needed) unfold(true);
}

table.addEventListener("click", ({ target }) => {
  if (target.closest(".decision-fold, .decision-prompt") && !arrow()?.hidden) {
    unfold(!decision().classList.contains("is-open"));
  }
});

// Who tabs to a button that is folded away gets to see it.
table.addEventListener("focusin", ({ target }) => {
  if (!ways()?.contains(target) || arrow()?.hidden !== false) return;
  const [own, shown] = [target.getBoundingClientRect(), ways().getBoundingClientRect()];
  if (own.bottom > shown.bottom + 4 || own.right > shown.right + 4) unfold(true);
});

document.addEventListener("click", ({ target }) => {
  if (decision()?.matches(".is-open") && target.isConnected && !decision().contains(target)) unfold(false);
});
