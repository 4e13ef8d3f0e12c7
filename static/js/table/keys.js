// Keys of the table, beside those of every page: to the choices, among them, and back.
// "?" lists them all (templates/games/table/keys.html), and there the letters can be put out.

import { decision, table } from "./page.js";

const CHOICES = "a.choice:not(.is-chosen), .decision-ways :is(button, a.button), .decision-tools .button-turn";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const list = document.getElementById("keys");
const letters = list.querySelector("input");

const choices = () => [...table.querySelectorAll(CHOICES)].filter((choice) => choice.checkVisibility());

/** The focus goes to the choice that comes so many after the one that has it. */
function step(by) {
  const all = choices();
  const at = all.indexOf(document.activeElement);
  const to = at < 0 ? Math.min(by, 0) : (at + by) % all.length;
  all.at(to)?.focus();
}

function middle(thing) {
  const box = (thing.querySelector(":scope > .hit") ?? thing).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest choice that way; null where there is none. */
function towards([right, down]) {
  const here = middle(document.activeElement);
  let [nearest, least] = [null, Infinity];
  for (const choice of choices()) {
    const [x, y] = middle(choice).map((place, i) => place - here[i]);
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead > 1 && ahead + 2 * aside < least) [nearest, least] = [choice, ahead + 2 * aside];
  }
  return nearest;
}

const LETTERS = {
  "?": () => list.togglePopover(),
  n: () => step(1),
  p: () => step(-1),
  u: () => decision().querySelector(".decision-undo")?.click(),
};

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
