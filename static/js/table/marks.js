// The marks of a study over its board: rings around things and arrows between them, each colour with its own line. The
// list beside the board says the same in sentences. Things can be picked by pressing them, instead of in the form.

import { announce } from "../announcer.js";
import { thingsAt } from "../tips.js";
import { table } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const AROUND = 4; // px between a thing and its ring
const board = table.querySelector(".tabletop-board");
const layer = document.createElementNS(SVG, "svg");
layer.setAttribute("class", "marks-layer");
layer.setAttribute("aria-hidden", "true");
board.append(layer);

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Where a thing lies on the board; null where it cannot be seen. @param {string} name @returns {Box | null} */
function boxOf(name) {
  const found = board.querySelector(`[data-target="${CSS.escape(name)}"]`);
  if (!found?.checkVisibility() || isBehind(found)) return null;
  const part = found.querySelector(":scope > .hit, :scope > a > .hit") ?? found;
  const [own, all] = [part.getBoundingClientRect(), board.getBoundingClientRect()];
  if (!own.width) return null;
  return { x: own.left - all.left - AROUND, y: own.top - all.top - AROUND, width: own.width + 2 * AROUND, height: own.height + 2 * AROUND };
}

/** In a pane behind another one, which takes no room. @param {Element} found */
function isBehind(found) {
  const pane = found.closest("[data-pane]:not(.is-forward)");
  return pane && getComputedStyle(pane).display !== "contents";
}

/** @param {string} name @param {{[name: string]: unknown}} values */
function draw(name, values) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  layer.append(made);
}

/** A line on its darker rim: no one colour stands out from every ground. Yellow is double by a line in its middle.
    @param {string} name @param {string} colour @param {{[name: string]: unknown}} values */
function drawOnRim(name, colour, values) {
  draw(name, { ...values, class: "mark-rim" });
  draw(name, { ...values, class: `mark mark-${colour}` });
  if (colour === "yellow") draw(name, { ...values, class: "mark-middle" });
}

/** @param {Box} box @param {string} colour */
function ring({ x, y, width, height }, colour) {
  drawOnRim("rect", colour, { x, y, width, height, rx: Math.min(12, width / 2, height / 2) });
}

/** @param {Box} from @param {Box} to @param {string} colour */
function arrow(from, to, colour) {
  const middle = (/** @type {Box} */ box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  const angle = Math.atan2(toY - y, toX - x);
  const point = (/** @type {number} */ turn) => `${toX - 16 * Math.cos(angle + turn)} ${toY - 16 * Math.sin(angle + turn)}`;
  drawOnRim("path", colour, { d: `M${x} ${y}L${toX} ${toY}` });
  drawOnRim("path", colour, { d: `M${point(0.5)}L${toX} ${toY}L${point(-0.5)}` });
}

/** Draws all marks anew, as things lie now. */
export function drawMarks() {
  const { width, height } = board.getBoundingClientRect();
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  layer.replaceChildren();
  for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-mark]"))) {
    const [from, to] = [boxOf(dataset.mark ?? ""), dataset.to ? boxOf(dataset.to) : null];
    if (from && !dataset.to) ring(from, dataset.colour ?? "");
    if (from && to) arrow(from, to, dataset.colour ?? "");
  }
}

new ResizeObserver(drawMarks).observe(board);
board.addEventListener("scroll", drawMarks, { capture: true, passive: true });
for (const event of ["click", "toggle", "transitionend", "change", "focusin"]) {
  board.addEventListener(event, () => requestAnimationFrame(drawMarks), { capture: true });
}

// --- Picking by pressing ---
const form = () => /** @type {HTMLFormElement} */ (table.querySelector("[data-marking]"));
const toggle = () => /** @type {HTMLElement | null} */ (form()?.querySelector("[data-mark-by-pressing]"));
let isPicking = false;

/** @param {boolean} on */
function setPicking(on) {
  isPicking = on;
  board.classList.toggle("is-picking", on);
  toggle()?.setAttribute("aria-pressed", String(on));
}

/** @param {string} name */
function pick(name) {
  const { on, to } = form();
  const isFirst = !on.value || to.value || on.value === name;
  if (isFirst) [on.value, to.value] = [name, ""];
  else to.value = name;
  announce([on, to].map((list) => list.selectedOptions[0]?.text).filter((text) => text !== "–").join(" → "), "mark");
  if (isFirst) announce(toggle()?.dataset.second ?? "", "how to mark");
}

/** Lets things be picked on the board while the button is pressed. */
export function pickOnBoard() {
  const show = () => {
    const button = toggle();
    if (button) button.hidden = false;
    if (isPicking !== (button?.getAttribute("aria-pressed") === "true")) setPicking(isPicking && button !== null);
  };
  table.addEventListener("click", (event) => {
    if (!event.target.closest("[data-mark-by-pressing]")) return;
    setPicking(!isPicking);
    if (isPicking) announce(toggle()?.dataset.first ?? "", "how to mark");
  });
  board.addEventListener(
    "click",
    (event) => {
      if (!isPicking || event.target.closest("[data-tab], summary")) return;
      event.preventDefault();
      event.stopPropagation();
      const own = event.target.closest("[data-target]");
      const name = own?.dataset.target ?? thingsAt(event, "[data-target]")[0]?.dataset.target;
      if (name) pick(name);
    },
    { capture: true },
  );
  table.addEventListener("submit", ({ target }) => target.matches("[data-marking]") && setPicking(false));
  table.addEventListener("renew", () => requestAnimationFrame(show));
  show();
}
