// What a lesson speaks of now: its things on the board, and which of them are to be pressed yet.

import { linkOn, table } from "./page.js";

export const speech = () => table.querySelector("[data-speech]");
/** What is said, in its order: the heading first; points by source, of those who have some. */
export function texts() {
  const seats = [...speech().querySelectorAll("thead th")].map(({ textContent }) => textContent.trim());
  return [...speech().querySelectorAll("h2, tbody tr, p")].map((part) => (part.matches("tr") ? points(part, seats) : part.textContent.trim()));
}

/** @param {HTMLElement} row @param {string[]} seats */
function points(row, seats) {
  const [source, ...cells] = row.children;
  const shares = cells.map((cell, n) => (cell.querySelector("[aria-hidden]") ? "" : `${seats[n + 1]} ${cell.textContent.trim()}`));
  return `${source.textContent.trim()}: ${shares.filter(Boolean).join(", ")}`;
}

/** @param {string} name */
export const named = (name) => /** @type {string[]} */ (JSON.parse(speech()?.dataset[name] ?? "[]"));
/** @param {string} name */
export const thing = (name) => table.querySelector(`.board-regions [data-target="${CSS.escape(name)}"]`);
/** @param {string} name */
export const isPicked = (name) => thing(name)?.matches("[data-picked]") ?? false;

/** The things that the choice is made with, in their order, each once. */
export const path = () => [...new Set(named("path"))];

/** What is to be pressed, in its order, without what has been; the last one again, where it stands for two parts. */
export function toPress() {
  const picked = path().findLastIndex(isPicked);
  const last = picked === path().length - 1 ? path()[picked] : "";
  const isTwice = named("path").filter((name) => name === last).length > 1;
  const again = isTwice && linkOn(last)?.matches(".choice:not(.is-chosen)");
  return path().slice(again ? picked : picked + 1);
}

/** Among what it is that the pupil is to press: where nothing says which, it is one of the things spoken of. */
export const candidates = () => (path().length ? toPress() : named("spots"));
