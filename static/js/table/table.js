// The table: choices by board and bar, sending them, and keeping the page true.
// Everything here is a shortcut over links and forms that work without it.

import { thingsAt } from "../tips.js";
import { back, begin, isOpen, narrowBy, pick } from "./deciding.js";
import "./explaining.js";
import { tellMissing } from "./giving.js";
import { followHistory, lightLines, recap } from "./history.js";
import { followGame } from "./hearing.js";
import { tellHours } from "./hours.js";
import { decision, table } from "./page.js";
import "./panes.js";
import { refocus } from "./regions.js";
import { isBusy, submit } from "./sending.js";

table.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!isOpen()) return;
  const targets = meant(event);
  const barLink = event.target.closest(".decision-choices a[href]");
  if (targets.length) clickOne(event, targets);
  else if (barLink) {
    event.preventDefault();
    narrowBy(new URL(barLink.href).searchParams);
  }
});

/** The targets that a click may mean: the one that glows; else all that lie there. @param {From<MouseEvent>} event */
function meant(event) {
  const link = event.target.closest("a.choice");
  const byKey = event.detail === 0;
  if (link && (byKey || !link.matches(".is-chosen"))) return [link.parentNode.dataset.target];
  return thingsAt(event, "[data-target]").map((thing) => thing.dataset.target);
}

/** @param {From<MouseEvent>} event @param {string[]} targets */
function clickOne(event, targets) {
  if (isBusy()) {
    event.preventDefault();
    return;
  }
  const onLink = event.target.closest("a.choice");
  const taken = targets.find(pick);
  if (!taken) return;
  event.preventDefault();
  if (onLink) refocus(taken);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && (closeKeys() || back())) event.preventDefault();
  // A link in a drawing answers to the space bar as a button does.
  const link = event.target instanceof Element && event.target.closest("svg a.choice");
  if (link && event.key === " ") {
    event.preventDefault();
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
});

table.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

// --- Keys, beside those of every page: to the choices, among them, and back. "?" lists them all
// (templates/games/table/keys.html), and there the letters can be put out. ---
const CHOICES = "a.choice:not(.is-chosen), .decision-ways :is(button, a.button), .decision-tools .button-turn";
/** @type {{[key: string]: number[]}} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const list = document.getElementById("keys");
const letters = list.querySelector("input");

const choices = () => [...table.querySelectorAll(CHOICES)].filter((choice) => choice.checkVisibility());

/** The focus goes to the choice that comes so many after the one that has it. @param {number} by */
function step(by) {
  const all = choices();
  const at = all.indexOf(document.activeElement);
  const to = at < 0 ? Math.min(by, 0) : (at + by) % all.length;
  all.at(to)?.focus();
}

/** @param {HTMLElement} thing */
function middle(thing) {
  const box = (thing.querySelector(":scope > .hit") ?? thing).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest choice that way; null where there is none. @param {number[]} way */
function towards([right, down]) {
  const here = middle(document.activeElement);
  let [nearest, least] = [/** @type {HTMLElement | null} */ (null), Infinity];
  for (const choice of choices()) {
    const [x, y] = middle(choice).map((place, i) => place - here[i]);
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead > 1 && ahead + 2 * aside < least) [nearest, least] = [choice, ahead + 2 * aside];
  }
  return nearest;
}

/** False where the list of keys is not open. */
function closeKeys() {
  const open = list.matches(":popover-open");
  if (open) list.hidePopover();
  return open;
}

/** @type {{[key: string]: () => unknown}} */
const LETTERS = {
  "?": () => list.togglePopover(),
  n: () => step(1),
  p: () => step(-1),
  u: () => decision().querySelector(".decision-undo")?.click(),
};

// After a move the space bar leads to the next game, unless it is meant for what has the focus.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.defaultPrevented || event.repeat) return;
  if (event.target.closest?.("button, summary, input, textarea, select, a.choice, [tabindex='0']")) return;
  const next = decision().querySelector("[data-next]:not([hidden])");
  if (!next) return;
  event.preventDefault();
  next.click();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input:not([type=checkbox]), textarea, select")) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (!document.activeElement.matches(CHOICES)) return;
    towards(arrow)?.focus();
  } else if (LETTERS[event.key] && (letters.checked || event.key === "?")) LETTERS[event.key]();
  else return;
  event.preventDefault();
});

letters.checked = localStorage.getItem("letters") !== "no";
letters.addEventListener("change", () => localStorage.setItem("letters", letters.checked ? "yes" : "no"));

tellHours();
begin();
tellMissing(table);
lightLines();
followHistory();
recap();
followGame();
