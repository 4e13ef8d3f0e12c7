// What the page shows, part by part: puts in what has changed, moves the pieces, and says it;
// the focus stays where it was.

import { refreshDeadlines } from "../deadlines.js";
import { showOthers, showWaiting } from "../waiting.js";
import { announce } from "../toasts.js";
import { countUp, scored } from "./counting.js";
import { show, takeUp } from "./deciding.js";
import { showEnd } from "./ending.js";
import { rememberFocus } from "./focus.js";
import { tellHours } from "./hours.js";
import { play, snapshot } from "./motion.js";
import { regions, showPresence, table, tellSeen, words } from "./page.js";
import { noteTalk, showHeard } from "./talk.js";

/** Shows what has changed. @param {News} news */
export function apply(news) {
  if (news.version < Number(words.version)) return; // an answer that was overtaken
  table.dispatchEvent(new CustomEvent("renew", { detail: news })); // who shows something else stops
  const changed = news.version > Number(words.version);
  showHead(news);
  const [before, points] = [snapshot(table), scored(table)];
  const focus = rememberFocus();
  const wasOver = isOver();
  for (const part of regions()) {
    const fresh = news.regions[part.dataset.region];
    if (fresh) swap(part, fresh);
  }
  tellHours();
  showPresence();
  showOthers();
  if (news.regions.decision) takeUp();
  else show();
  focus();
  refreshDeadlines();
  play(table, before, news.moved);
  countUp(table, points);
  if (isOver() && !wasOver) comeToResult();
  if (news.regions.result || news.regions.own) showEnd();
  const told = changed && !news.message ? news.said : "";
  const isTalk = Boolean(news.regions.chat || news.regions.onlookers);
  const heard = isTalk ? noteTalk() : "";
  if (told || heard) announce([told, heard].filter(Boolean).join(" "));
  showHeard();
  tellSeen({ anew: isTalk }); // what was said belongs to what was seen
}

/** @param {News} news */
function showHead(news) {
  words.version = String(news.version);
  words.stamp = news.stamp;
  document.title = news.title + document.title.slice(document.title.lastIndexOf(" · "));
  if (news.waiting !== undefined) showWaiting(news.waiting);
}

const isOver = () => table.querySelector(".result") !== null;

/** How it ended is seen, wherever on the page its reader is; who is writing is left there. */
function comeToResult() {
  if (!document.activeElement?.matches("textarea, input")) table.querySelector(".result").scrollIntoView();
}

/** @param {HTMLElement} part @param {Region} fresh */
function swap(part, fresh) {
  const scrolled = [...part.querySelectorAll(".log, .chat")].map((box) => box.scrollTop);
  const open = [...part.querySelectorAll("details")].map((box) => box.open);
  part.innerHTML = fresh.html;
  part.dataset.hash = fresh.hash;
  const boxes = part.querySelectorAll("details");
  if (boxes.length === open.length) for (const [i, box] of boxes.entries()) box.open = open[i];
  for (const [i, box] of part.querySelectorAll(".log, .chat").entries()) box.scrollTop = scrolled[i] ?? 0;
}
