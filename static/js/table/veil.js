// Over the board of a lesson: a veil on everything the text does not mention, and rings around what to press.

import { table } from "./page.js";
import { named, path, thing, toPress } from "./spoken.js";

const SVG = "http://www.w3.org/2000/svg";
const AROUND = 6; // px between a thing and its ring
export const board = table.querySelector(".tabletop-board");
const veil = document.createElementNS(SVG, "svg");
veil.setAttribute("class", "veil");
veil.setAttribute("aria-hidden", "true");
board.append(veil);

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Where a thing lies on the board, with some room around it; null where it cannot be seen.
    @param {string} name @returns {Box | null} */
function boxOf(name) {
  const found = thing(name);
  if (!found?.checkVisibility() || isBehind(found)) return null;
  const [own, all] = [(found.querySelector(":scope > .hit, :scope > a > .hit") ?? found).getBoundingClientRect(), board.getBoundingClientRect()];
  if (!own.width) return null;
  const left = Math.max(2, own.left - all.left - AROUND);
  const top = Math.max(2, own.top - all.top - AROUND);
  const right = Math.min(all.width - 2, own.right - all.left + AROUND);
  const bottom = Math.min(all.height - 2, own.bottom - all.top + AROUND);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** In a pane that takes no room, as another one lies in front. @param {Element} found */
function isBehind(found) {
  const pane = found.closest("[data-pane]:not(.is-forward)");
  return pane && getComputedStyle(pane).display !== "contents";
}

/** @param {Element} parent @param {string} name @param {{[name: string]: unknown}} values */
function draw(parent, name, values) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  parent.append(made);
  return made;
}

/** @param {Element} parent @param {Box} box @param {string} name @param {{[name: string]: unknown}} [more] */
const frame = (parent, box, name, more = {}) => draw(parent, "rect", { ...box, rx: 10, class: name, ...more });

/** A ring on its darker rim: no one colour stands out from every ground. @param {Box} box @param {string} name */
function ring(box, name) {
  frame(veil, box, `ring-rim ${name}`);
  frame(veil, box, `ring ${name}`);
}

/** @param {Box} box @param {number} number */
function badge({ x, y }, number) {
  const place = draw(veil, "g", { class: "ring-number", transform: `translate(${Math.max(15, x + 3)} ${Math.max(15, y + 3)})` });
  draw(place, "circle", { r: 13 });
  draw(place, "text", { y: 5.5 }).textContent = String(number);
}

/** Draws both anew, as things lie now. */
export function light() {
  const { width, height } = board.getBoundingClientRect();
  veil.setAttribute("viewBox", `0 0 ${width} ${height}`);
  veil.replaceChildren();
  const press = toPress().map(boxOf).filter(Boolean);
  const spots = [...named("spots"), ...path()].map(boxOf).filter(Boolean);
  const wrong = named("wrong").map(boxOf).filter(Boolean);
  if (![...press, ...spots].length) return;
  const mask = draw(draw(veil, "defs", {}), "mask", { id: "veil-cut" });
  draw(mask, "rect", { width, height, fill: "#fff" });
  for (const box of [...spots, ...press, ...wrong]) frame(mask, box, "", { fill: "#000" });
  draw(veil, "rect", { width, height, class: "veil-cloth", mask: "url(#veil-cut)" });
  if (!path().length) for (const box of spots) ring(box, "is-spot");
  for (const box of wrong) ring(box, "is-wrong");
  for (const [at, box] of press.entries()) {
    ring(box, at ? "is-then" : "");
    if (path().length > 1) badge(box, at + 1 + path().length - toPress().length);
  }
}
