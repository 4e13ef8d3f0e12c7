// Puts what the service sends on the page. If that fails, the whole is fetched once more; if that fails too, or the
// release differs, the page is loaded again.

import { now } from "../clock.js";
import { tab } from "../remembered.js";
import { have, regions, tellHave, words } from "./page.js";
import { apply } from "./regions.js";

// While one release follows another both may answer, so a page is not loaded anew again and again.
const RENEWED_AT_MOST = 60000;

let isWrong = false; // what came last could not be put in

/** Whether the page shows it now. @param {News} news */
export function putIn(news) {
  try {
    if (!Number.isInteger(news.version)) throw new TypeError("News without a version");
    apply(news);
    isWrong = false;
    return true;
  } catch (error) {
    console.error(error);
    if (isWrong) loadAnew();
    isWrong = true;
    forget();
    return false;
  }
}

/** Nothing on the page is certain any more. */
function forget() {
  for (const part of regions()) part.dataset.hash = "";
  words.stamp = "";
}

/** The same, and says by the socket what the page then has. @param {News} news */
export function putInAndTell(news) {
  const done = putIn(news);
  if (done) tellHave();
  return done;
}

/** Whether what comes was made by another release than this page and its scripts, which is then loaded anew.
    @param {News} news */
export const isOutdated = (news) => news.release !== words.release && loadAnew();

/** Whether it is: not while something is typed, nor soon after the last time. */
function loadAnew() {
  const { activeElement } = document;
  const typing = activeElement?.matches("textarea, input") && activeElement.value;
  if (typing || now() - Number(tab.get("renewed")) < RENEWED_AT_MOST) return false;
  tab.set("renewed", String(now()));
  location.reload();
  return true;
}

/** Whether the page has, by their hashes, the parts that are named so. @param {string} parts */
export function has(parts) {
  const mine = new Set(have().split(","));
  return parts.split(",").every((part) => mine.has(part));
}
