// Parts of the bar that do not fit in its line are behind its arrow, and unfold over the board.

import { decision, isLookingBack, table } from "./page.js";
import { ways } from "./showing.js";

const arrow = () => decision().querySelector(".decision-fold");

/** Whether something of the bar cannot be seen while it is one line. @param {HTMLElement} box */
function isCut(box) {
  return box.scrollHeight > box.clientHeight + 4 || box.clientHeight === 0;
}

/** Whether a button is folded away, or its words are cut. @param {HTMLElement} button */
function isOut(button) {
  const [own, shown] = [button.getBoundingClientRect(), ways().getBoundingClientRect()];
  return own.bottom > shown.bottom + 4 || own.right > shown.right + 4 || !own.width || isTooNarrow(button);
}

/** Whether it is too narrow for its words. @param {Element} button */
function isTooNarrow(button) {
  return button.scrollWidth > button.clientWidth + 1;
}

/** A refusal fits in the line completely, or is left out. @param {Element} refusal */
function isEllipsed(refusal) {
  return [...refusal.querySelectorAll(".refused > *")].some((words) => words.scrollWidth > words.clientWidth + 1);
}

/** @param {boolean} yes */
export function unfold(yes) {
  decision().classList.remove("is-part");
  decision().classList.toggle("is-open", yes);
  arrow().setAttribute("aria-expanded", String(yes));
}

// The last question: a resized window needs another bar.
let last = /** @type {boolean[]} */ ([]);
addEventListener("resize", () => decision() && fold({ keep: true, listed: last }));

/** Fits the bar to what it asks now. It opens where none of that can be chosen on the board; and for those of its answers
    that cannot be chosen there, `listed`, in part. keep: it asks what it asked before, so what the reader has unfolded
    stays so. @param {{keep: boolean, listed: boolean[]}} how */
export function fold({ keep, listed }) {
  last = listed;
  if (!arrow()) return;
  const wasOpen = keep && decision().matches(".is-open:not(.is-part)");
  unfold(false);
  const buttons = [...ways().querySelectorAll(":is(.decision-choices:not([hidden]), .decision-giving) > .button:not(.button-plain)")];
  for (const [at, button] of buttons.entries()) button.toggleAttribute("data-listed", Boolean(listed[at]));
  const refusals = ways().querySelector(".decision-refusals:not([hidden])");
  const prompt = decision().querySelector(".decision-prompt");
  const cuttable = [...(refusals?.children ?? []), prompt];
  for (const each of cuttable) each.toggleAttribute("data-cut", false);
  arrow().lastElementChild.textContent = buttons.length > 1 ? String(buttons.length) : "";
  if (refusals) {
    arrow().hidden = false; // it takes its room from them
    refusals.hidden = true; // these may be cut: they never ask for more room
  }
  const cut = buttons.length > 0 && (isCut(ways()) || buttons.some(isTooNarrow));
  if (refusals) refusals.hidden = false;
  // What is looked at is looked at before anything is changed: else the page is laid out for each.
  const tooLong = new Set(cuttable.filter((each) => (each === prompt ? isCut(each) : isEllipsed(each))));
  for (const each of tooLong) each.toggleAttribute("data-cut", true);
  arrow().hidden = !cut && !refusals && !tooLong.has(prompt);
  const cutButtons = new Set(buttons.filter(isTooNarrow)); // the arrow may have taken their room
  for (const button of buttons) button.toggleAttribute("data-cut", cutButtons.has(button));
  if (cutButtons.size) arrow().hidden = false;
  const isFolded = cut || cutButtons.size > 0;
  const missed = () => buttons.some((button, at) => listed[at] && isOut(button));
  const isAllListed = !isLookingBack() && !table.querySelector("a.choice:not(.is-chosen)");
  if (wasOpen || (isFolded && isAllListed)) unfold(true);
  else if (isFolded && missed()) {
    decision().classList.add("is-part");
    if (missed()) unfold(true);
    decision().classList.add("is-part");
    if (decision().offsetHeight > innerHeight / 2) return unfold(false); // it would hide what they lead to
    arrow().setAttribute("aria-expanded", "false"); // the rest is folded yet
  }
}

table.addEventListener("click", ({ target }) => {
  if (target.closest(".decision-fold, .decision-prompt") && !arrow()?.hidden) {
    unfold(!decision().matches(".is-open:not(.is-part)"));
  }
});

// The bar unfolds when a folded button gets the focus, and folds again when the focus leaves the bar.
let isByFocus = false;
table.addEventListener("focusin", ({ target }) => {
  if (isByFocus && !decision()?.contains(target)) {
    isByFocus = false;
    if (decision()?.matches(".is-open:not(.is-part)")) unfold(false);
  }
  if (!ways()?.contains(target) || arrow()?.hidden !== false || !isOut(target)) return;
  isByFocus = true;
  unfold(true);
});

// A click beside the bar folds it; one that chose something may just have unfolded it.
document.addEventListener("click", ({ target, defaultPrevented }) => {
  if (!defaultPrevented && decision()?.matches(".is-open") && target.isConnected && !decision().contains(target)) unfold(false);
});
