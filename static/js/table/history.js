// Earlier positions: links show them on the board, without another page, and the address follows. The others' moves are
// played when the page opens. A line of the log lights its things.

import { end, goTo, isOpen, newest, open, step, stepToChoice } from "./film.js";
import { table } from "./page.js";

const LINKS = ".table-history a[href], .log-number a[href], .chat-text a[href], a[data-watch]";

/** The move that a link leads to; null for the game as it is now. @param {HTMLAnchorElement} link */
function moveOf(link) {
  const at = new URL(link.href).searchParams.get("at");
  return at === null ? null : Number(at);
}

/** @param {number | null} number */
function address(number) {
  const url = new URL(location.href);
  for (const name of ["prefix", "on", "at"]) url.searchParams.delete(name);
  if (number !== null) url.searchParams.set("at", String(number));
  history.replaceState(history.state, "", url);
}

/** @param {number} number @param {Film} how */
function look(number, how = {}) {
  const all = Array.from({ length: newest() + 1 }, (_, each) => each);
  open(all, { from: number, shown: address, ...how });
}

/** From the start of a game that is over, with its board in sight. */
function watch() {
  end();
  look(0, { running: true });
  comeToBoard();
}

/** To the nearest move that was no pass; from the present game by way of the one before. @param {number} number @param {number} by */
async function toChoice(number, by) {
  if (!isOpen()) look(number - by);
  await stepToChoice(by);
}

function comeToBoard() {
  table.querySelector(".tabletop-bar").scrollIntoView();
}

// A game that is over goes back and on by the arrows at once, from wherever its reader is.
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isOpen() || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key !== "ArrowLeft" || !table.querySelector(".result")) return;
  if (event.target.closest?.("input, textarea, select, [role=tablist]")) return;
  event.preventDefault();
  look(newest() - 1);
  comeToBoard();
});

export function followHistory() {
  table.addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const number = moveOf(link);
    if (number === null && !end()) return; // the page of today
    event.preventDefault();
    if (number === null) return;
    if ("watch" in link.dataset) watch();
    else if (link.dataset.choice) toChoice(number, Number(link.dataset.choice));
    else if (isOpen() && link.rel) step(link.rel === "prev" ? -1 : 1);
    else if (!isOpen() || !goTo(number)) look(number);
  });
  table.addEventListener("film-over", () => address(null));
  const asked = new URLSearchParams(location.search).get("at");
  if (asked !== null) look(Number(asked));
}

// --- What the others have done since the reader's last move ---
const still = matchMedia("(prefers-reduced-motion: reduce)");

const button = () => table.querySelector("[data-recap]");

function play() {
  const numbers = button().dataset.recap.split(" ").map(Number);
  open(numbers, { running: true, fleeting: true });
}

export function recap() {
  table.addEventListener("click", ({ target }) => target.closest("[data-recap]") && play());
  if (!button()) return;
  if (still.matches) button().closest("details").open = true; // the list, instead
  else if ("unseen" in button().dataset && document.visibilityState === "visible") play();
}

// --- A line of the log lights what it is about: by a click, or when the link to its position has the focus ---
/** @type {HTMLElement | null} */
let told = null;

/** @param {HTMLElement | null} line */
function light(line) {
  const before = told;
  unlight();
  if (!line || line === before) return;
  told = line;
  told.classList.add("is-told");
  for (const name of told.dataset.lights.split(" ")) {
    for (const thing of table.querySelectorAll(`[data-target="${CSS.escape(name)}"]`)) thing.classList.add("is-lit");
  }
  table.querySelector(".is-lit")?.scrollIntoView({ block: "nearest" });
}

/** Removes the light from everything. */
function unlight() {
  told?.classList.remove("is-told");
  told = null;
  for (const thing of table.querySelectorAll(".is-lit")) thing.classList.remove("is-lit");
}

export function lightLines() {
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("a, button")) light(target.closest("[data-lights]"));
  });
  table.addEventListener("focusin", ({ target }) => {
    const line = target.closest("[data-lights]");
    if (line && line !== told && target.matches(":focus-visible")) light(line);
  });
}
