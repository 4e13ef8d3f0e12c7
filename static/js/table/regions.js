// What the page shows, part by part: puts in what has changed, moves the pieces, and says it.

import { refreshDeadlines } from "../deadlines.js";
import { announce } from "../toasts.js";
import { showWaiting } from "../waiting.js";
import { show, takeUp } from "./deciding.js";
import { rememberFocus } from "./focus.js";
import { play, snapshot } from "./motion.js";
import { regions, table, words } from "./page.js";
import { showPresence, tellSeen } from "./presence.js";
import { noteTalk } from "./talk.js";

/** news: {version, stamp, title, waiting, said, message, regions: {name: {hash, html}}} */
export function apply(news) {
  if (news.version < Number(words.version)) return; // an answer that was overtaken
  const changed = news.version > Number(words.version);
  showHead(news);
  const before = snapshot(table);
  const focus = rememberFocus();
  for (const part of regions()) {
    const fresh = news.regions[part.dataset.region];
    if (fresh) swap(part, fresh);
  }
  showPresence();
  if (news.regions.result) openPoints();
  if (news.regions.decision) takeUp();
  else show();
  focus();
  refreshDeadlines();
  play(table, before);
  if (changed && !news.message) announce(news.said);
  if (news.regions.chat) noteTalk();
  tellSeen({ anew: Boolean(news.regions.chat) }); // what was said belongs to what was seen
}

function showHead(news) {
  words.version = news.version;
  words.stamp = news.stamp;
  document.title = news.title + document.title.slice(document.title.lastIndexOf(" · "));
  showWaiting(news.waiting);
}

/** The game has ended: show where the points come from. */
function openPoints() {
  table.querySelector('[data-region="scores"]').closest("details").open = true;
}

function swap(part, fresh) {
  const scrolled = [...part.querySelectorAll(".log, .chat")].map((box) => box.scrollTop);
  const open = [...part.querySelectorAll("details")].map((box) => box.open);
  part.innerHTML = fresh.html;
  part.dataset.hash = fresh.hash;
  const boxes = part.querySelectorAll("details");
  if (boxes.length === open.length) boxes.forEach((box, i) => (box.open = open[i]));
  part.querySelectorAll(".log").forEach((box, i) => (box.scrollTop = scrolled[i] ?? 0));
}
