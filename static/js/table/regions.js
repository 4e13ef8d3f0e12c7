// What the page shows, part by part: puts in what has changed, moves the pieces, and says it;
// the focus stays where it was.

import { announce } from "../announcer.js";
import { refreshDeadlines } from "../deadlines.js";
import { showOthers, showWaiting } from "../waiting.js";
import { countUp, scored } from "./counting.js";
import { show, takeUp } from "./deciding.js";
import { comeToEnd, isOver, showEnd, whereBoardWas } from "./ending.js";
import { holdField, rememberFocus } from "./focus.js";
import { rememberHappened } from "./happenings.js";
import { tellHours } from "./hours.js";
import { play, snapshot } from "./motion.js";
import { regions, showPresence, table, tellSeen, words } from "./page.js";
import { put } from "./patching.js";
import { noteTalk, showHeard } from "./talk.js";
import { rememberTurn } from "./turn.js";

/** Shows what has changed. @param {News} news */
export function apply(news) {
  if (news.version < Number(words.version)) return; // an answer that was overtaken
  table.dispatchEvent(new CustomEvent("renew", { detail: news })); // whatever shows something else stops
  const changed = news.version > Number(words.version);
  const [whatHappened, callToTurn] = [rememberHappened(), rememberTurn()];
  showHead(news);
  const [before, points] = [snapshot(table), scored(table)];
  const focus = rememberFocus();
  holdField();
  const wasOver = isOver();
  const keepBoard = whereBoardWas();
  const { scroll, isAskedAnew } = swap([...regions()].filter(({ dataset }) => news.regions[dataset.region]), news);
  tellHours();
  showPresence();
  showOthers();
  if (isAskedAnew) takeUp();
  else show();
  focus();
  scroll();
  if (isOver() && !wasOver) keepBoard();
  callToTurn();
  refreshDeadlines();
  play(table, before, news.moved);
  countUp(table, points);
  if (isOver() && !wasOver) comeToEnd();
  else if (news.regions.result || news.regions.own) showEnd();
  const isTalk = Boolean(news.regions.chat || news.regions.onlookers);
  tell(whatHappened(), changed && !news.message ? news : null, isTalk ? noteTalk() : []);
  showHeard();
  tellSeen({ anew: isTalk }); // messages belong to what was shown
}

let asked = ""; // what was said last of what is asked, or of whom the game waits for

/** Says what has happened, then what is asked now, if `news` ask something else, and what was said at the table.
    @param {{ happened: string[], noted: string[] }} changes @param {News | null} news @param {string[]} talk */
function tell({ happened, noted }, news, talk) {
  for (const text of happened) announce(text);
  if (news && (news.mine || news.said !== asked)) announce(news.said, "question");
  asked = news?.said ?? asked;
  for (const text of [...noted, ...talk]) announce(text);
}

/** @param {News} news */
function showHead(news) {
  words.version = String(news.version);
  words.stamp = news.stamp;
  document.title = news.title + document.title.slice(document.title.lastIndexOf(" · "));
  if (news.waiting !== undefined) showWaiting(news.waiting);
}

/** Puts in what has come for these parts. What is looked at is looked at before anything is changed: else the page is laid
    out for each. Gives whether the bar asks anew, and what scrolls what is new to where it was. @param {HTMLElement[]} parts @param {News} news */
function swap(parts, news) {
  const before = parts.map((part) => ({ scrolled: scrolling(part).map((box) => box.scrollTop), open: folding(part).map((box) => box.open) }));
  const { activeElement } = document;
  if (parts.some((part) => part.contains(activeElement))) activeElement.blur(); // the page would be laid out for that, too
  let isAskedAnew = false;
  for (const [at, part] of parts.entries()) {
    const { html, hash } = news.regions[part.dataset.region];
    if (put(part, html) && part.dataset.region === "decision") isAskedAnew = true;
    part.dataset.hash = hash;
    const [boxes, { open }] = [folding(part), before[at]];
    if (boxes.length === open.length) for (const [i, box] of boxes.entries()) box.open = open[i];
  }
  const scroll = () => {
    for (const [at, { scrolled }] of before.entries()) {
      for (const [i, box] of scrolling(parts[at]).entries()) if (scrolled[i]) box.scrollTop = scrolled[i];
    }
  };
  return { scroll, isAskedAnew };
}

/** @param {HTMLElement} part */
const scrolling = (part) => [...part.querySelectorAll(".log, .chat")];
/** @param {HTMLElement} part */
const folding = (part) => [...part.querySelectorAll("details")];
