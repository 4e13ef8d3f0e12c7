// What has happened, in sentences for those who do not see it: the new lines of the log, and what else of the page is to
// be heard when it comes (`data-announce`), as a ballot, a hint or an offer.

import { rememberNotes } from "../announcer.js";
import { table, words } from "./page.js";

const LINES = ["log", "earlier"].map((part) => `[data-region="${part}"] .log-entry`).join();

/** Oldest first. @returns {HTMLElement[]} */
const lines = () => [...table.querySelectorAll(LINES)].reverse();
/** @param {HTMLElement} line */
const textOf = (line) => line.querySelector(":scope > span:last-of-type").lastChild?.textContent?.trim() ?? "";
/** @param {HTMLElement} line */
const isMove = (line) => line.querySelector(".log-number").textContent.trim() !== "";
/** What happened beside the moves changes no version. @param {HTMLElement} line */
const nameOf = (line) => `${line.dataset.version} ${line.querySelector("time").dateTime} ${textOf(line)}`;

/** To be called before the page changes; gives a function that then says what has happened, and what else is new. */
export function rememberHappened() {
  const version = Number(words.version);
  const [known, newNotes] = [new Set(lines().map(nameOf)), rememberNotes(table)];
  /** @param {HTMLElement} line */
  const isNew = (line) => (isMove(line) ? Number(line.dataset.version) > version : !known.has(nameOf(line)));
  return () => ({ happened: lines().filter(isNew).map(textOf), noted: newNotes() });
}
