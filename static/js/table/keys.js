// Keys, beside those of every page and the arrows (roving.js): to the choices, to the help, and back. "?" lists them all
// (templates/games/table/keys.html), and there is said which letters act.

import { keysThatAct, letKeysAct, letterOf } from "../letters.js";
import { isOpenPopover } from "../older.js";
import { back } from "./deciding.js";
import { isLost, isThere, reach } from "./focus.js";
import { toggleHelp } from "./help.js";
import { decision, LINKS, table } from "./page.js";
import { inOrder } from "./ranking.js";

const CHOICES = "a.choice:not(.is-chosen), .decision-ways :is(button:not([aria-disabled='true']), a.button), .decision-tools .button-turn";
const MANY = 4; // choices that the large letters go at once
const list = document.getElementById("keys");
const which = list.querySelector("select");

const choices = () => inOrder([...table.querySelectorAll(CHOICES)].filter((choice) => choice.checkVisibility()));

/** @type {Element | null} */
let left = null; // what a press has left the focus on: what it led to begins anew, also where that has the focus already
document.addEventListener("click", () => (left = document.activeElement));
document.addEventListener("focusin", () => (left = null));

/** The focus goes to the choice that comes so many after the one that has it, round and round. @param {number} by */
function step(by) {
  const all = choices();
  const at = document.activeElement === left ? -1 : all.indexOf(document.activeElement);
  const from = at < 0 && by > 0 ? -1 : Math.max(at, 0);
  goTo(all.at((from + by) % all.length));
}

/** @param {HTMLElement | undefined} choice */
function goTo(choice) {
  choice?.focus();
  left = null;
}

// --- The list: opening it moves the focus to its heading, closing it moves the focus back ---
/** @type {HTMLElement | null} */
let opener = null;
list.addEventListener("beforetoggle", ({ newState }) => {
  if (newState === "open") opener = document.activeElement;
});
list.addEventListener("toggle", ({ newState }) => {
  if (newState === "open") reach(list.querySelector("h2"));
  else if (isLost()) reach(opener !== document.body && isThere(opener) ? opener : decision());
});

/** False where the list of keys is not open. */
function closeKeys() {
  const open = isOpenPopover(list);
  if (open) list.hidePopover();
  return open;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && (closeKeys() || back())) event.preventDefault();
  // A link in a drawing answers to the space bar as a button does.
  const link = event.target instanceof Element && event.target.closest(`svg :is(${LINKS})`);
  if (link && event.key === " ") {
    event.preventDefault();
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
});

/** @type {{[key: string]: () => unknown}} */
const LETTERS = {
  "?": () => list.togglePopover(),
  h: toggleHelp,
  n: () => step(1),
  p: () => step(-1),
  N: () => step(MANY),
  P: () => step(-MANY),
  t: () => table.querySelector("[data-try]")?.click(),
  u: () => decision().querySelector(".decision-undo")?.click(),
};

document.addEventListener("keydown", (event) => {
  const letter = letterOf(event);
  const act = LETTERS[letter] ?? (Number(letter) ? () => goTo(choices()[Number(letter) - 1]) : null);
  if (!act) return;
  act();
  event.preventDefault();
});

// The first links of the page lead into what they name: the bar, a choice on the board, what is typed into.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a.skip");
  if (!link || event.defaultPrevented || link.hash === "#help") return;
  const place = document.querySelector(link.hash);
  if (place.matches("details")) place.open = true;
  const entry = [".decision", ".log-box", "input:not([type=hidden])", "a.choice[tabindex='0']", "[tabindex='0']", "summary"].map((one) => place.querySelector(one)).find(Boolean);
  if (!entry) return;
  if (entry.matches(".decision")) entry.tabIndex = -1;
  entry.focus();
  event.preventDefault();
});

// After a move the space bar leads to the next game, unless it is meant for what has the focus.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.defaultPrevented || event.repeat) return;
  if (event.target.closest?.("button, summary, input, textarea, select, a.choice, [tabindex='0']:not([role='img'])")) return;
  const next = table.querySelector("[data-next]:not([hidden])");
  if (!next) return;
  event.preventDefault();
  next.click();
});

function showWhich() {
  which.value = keysThatAct();
  list.dataset.act = which.value;
}
which.addEventListener("change", () => {
  letKeysAct(which.value);
  showWhich();
});
showWhich();
