// A study's page: the table's scripts do the choosing and the news; here are the way from choice to choice without
// another page, its keys, and what is being written.

import { announce, sentences } from "../announcer.js";
import { ask } from "../fetching.js";
import { letterOf } from "../letters.js";
import { drawMarks, pickOnBoard } from "./marks.js";
import { have, say, table, words } from "./page.js";
import { isOutdated, putInAndTell } from "./renewing.js";
import "./table.js";

/** What was written about a place and not sent, by the place. @type {Map<string, string>} */
const drafts = new Map();
/** The comment that is on its way. @type {{ text: string } | null} */
let sent = null;
let here = location.pathname;

const field = () => /** @type {HTMLTextAreaElement | null} */ (table.querySelector("[data-comment] textarea"));

/** Shows the place of an address; as another page where that fails. @param {URL} address */
async function goTo(address, { push = true } = {}) {
  const news = new URL(`${address.pathname}news/`, address);
  news.search = address.search;
  news.searchParams.set("have", have());
  const answer = await ask(news, { headers: { Accept: "application/json" } });
  const found = answer?.status === 200 ? await answer.json() : null;
  isGoing = push;
  if (!found || isOutdated(found) || !putInAndTell(found)) return location.assign(address);
  announce(sentences([found.told, found.said].filter(Boolean)), "place");
}

let isGoing = true; // an entry of the browser's history is made

/** The page shows another place, or more of the same. gone: the place of the page was removed, and what was written about
    it stays in the field. @param {News} news */
function follow({ title, place, news, message, gone }) {
  const heading = /** @type {HTMLElement} */ (table.querySelector("h1"));
  if (title && heading.textContent !== title) heading.textContent = title;
  const { pathname, search } = new URL(place ?? "", location.href);
  const written = field()?.value ?? "";
  let text = sent && !message && written === sent.text ? "" : written;
  sent = null;
  if (pathname !== here) {
    if (gone) setTimeout(() => say(gone));
    else {
      drafts.set(here, text);
      text = drafts.get(pathname) ?? "";
    }
    here = pathname;
    words.news = news ?? "";
    words.giving = `${pathname}giving/form/`;
    if (isGoing) history.pushState(null, "", pathname + search);
  }
  isGoing = true;
  requestAnimationFrame(() => shown(text));
}

/** After the page has changed. text: what is being written about the place. @param {string} text */
function shown(text) {
  const written = field();
  if (written && written.value !== text) written.value = text;
  drawMarks();
  const choice = table.querySelector(".study-box [aria-current]");
  const box = choice?.closest(".study-box");
  if (!box) return;
  const [own, all] = [choice.getBoundingClientRect(), box.getBoundingClientRect()];
  if (own.top < all.top || own.bottom > all.bottom) box.scrollTop += own.top - all.top - all.height / 3;
}

table.addEventListener("renew", ({ detail }) => follow(detail));

table.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-place]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(new URL(link.href));
});

addEventListener("popstate", () => goTo(new URL(location.href), { push: false }));

table.addEventListener("submit", ({ target }) => {
  if (target.matches("[data-comment]")) sent = { text: field()?.value ?? "" };
});

/** @type {{[key: string]: string}} */
const STEPS = { b: "prev", f: "next" };
document.addEventListener("keydown", (event) => {
  const rel = STEPS[letterOf(event)];
  const link = rel && table.querySelector(`.study-steps a[rel=${rel}]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

pickOnBoard();
shown(field()?.value ?? "");
