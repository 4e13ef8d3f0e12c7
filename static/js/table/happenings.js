// Announces events to people who do not see them: the new lines of the log, and other new parts of the page with
// `data-announce`, such as a ballot, a hint or an offer.

import { rememberNotes } from "../announcer.js";
import { table, words } from "./page.js";

const LINES = ["log", "earlier"].map((part) => `[data-region="${part}"] .log-entry`).join();

/** Oldest first. @returns {HTMLElement[]} */
const lines = () => [...table.querySelectorAll(LINES)].reverse();
/** @param {HTMLElement} line */
const textOf = (line) => line.querySelector(":scope > span:last-of-type").lastChild?.textContent?.trim() ?? "";
/** @param {HTMLElement} line */
const isMove = (line) => line.querySelector(".log-number").textContent.trim() !== "";
/** Events beside the moves change no version. @param {HTMLElement} line */
const nameOf = (line) => `${line.dataset.version} ${line.querySelector("time").dateTime} ${textOf(line)}`;

/** Call it before the page changes. Gives a function that then announces events and other new parts. */
export function rememberHappened() {
  const version = Number(words.version);
  const [known, newNotes] = [new Set(lines().map(nameOf)), rememberNotes(table)];
  /** @param {HTMLElement} line */
  const isNew = (line) => (isMove(line) ? Number(line.dataset.version) > version : !known.has(nameOf(line)));
  return () => ({ happened: lines().filter(isNew).map(textOf), noted: newNotes() });
}
