// The rules at the side: a searchable panel that stays open during play, opened at the paragraph about the decision or
// a thing.

import { refocusQuestion } from "./focus.js";
import { table } from "./page.js";

const panel = document.getElementById("help");
const text = panel?.querySelector("[data-help]");
const search = panel?.querySelector("input[type=search]");
/** @type {HTMLElement | null} */
let opener = null; // what had the focus before
const BLOCKS = "h3, h4, p, li, table";

/** @param {string} [anchor] */
const heading = (anchor) => (anchor ? document.getElementById(`help-${anchor}`) : null);

/** The help's words on a subject; empty if it has none. @param {string} anchor */
export function paragraph(anchor) {
  let found = heading(anchor);
  if (found?.matches("h3, h4")) {
    do found = found.nextElementSibling;
    while (found && !found.matches("h3, h4, p:not(:has(svg))"));
  }
  const text = found?.matches("p, li") ? found.textContent.trim() : "";
  return text.endsWith(":") ? "" : text; // the head of a list says nothing without it
}

/** Opens the panel at a paragraph, by default at that of the open decision. @param {string} [anchor] */
export function openHelp(anchor) {
  if (!panel) return;
  panel.open = true;
  panel.classList.add("help-panel");
  find("");
  const place = heading(anchor ?? table.querySelector("[data-decision-rule]")?.dataset.decisionRule);
  for (const old of text.querySelectorAll(".is-here")) old.classList.remove("is-here");
  place?.classList.add("is-here");
  if (!opener) opener = document.activeElement;
  panel.querySelector("summary").focus({ preventScroll: true });
  const box = panel.querySelector(".drawer-body");
  const offset = place ? place.getBoundingClientRect().top - text.getBoundingClientRect().top : 0;
  box.scrollTop = offset;
}

function shut() {
  panel.open = false;
  panel.classList.remove("help-panel");
  if (panel.contains(document.activeElement)) {
    opener?.focus({ preventScroll: true });
    refocusQuestion();
  }
  opener = null;
}

export function toggleHelp() {
  if (panel?.open) shut();
  else openHelp();
}

/** Shows the parts that contain all the words, under their headings. @param {string} asked */
function find(asked) {
  search.value = asked;
  const wanted = asked.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  /** @type {HTMLElement[]} */
  let headings = [];
  for (const block of text.querySelectorAll(BLOCKS)) {
    const said = block.textContent.toLocaleLowerCase();
    const fits = wanted.every((word) => said.includes(word));
    block.hidden = !fits;
    if (block.matches("h3, h4")) {
      headings = headings.filter((above) => above.tagName < block.tagName).concat(block);
    } else if (fits) for (const above of headings) above.hidden = false;
  }
  for (const inner of text.querySelectorAll("ul, ol, section, div")) {
    inner.hidden = wanted.length > 0 && ![...inner.querySelectorAll(BLOCKS)].some((block) => !block.hidden);
  }
}

if (panel) {
  search.parentElement.hidden = false;
  search.addEventListener("input", () => find(search.value));
  panel.querySelector("summary").addEventListener("click", (event) => {
    event.preventDefault();
    toggleHelp();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href='#help'], a[href^='#help-']") : null;
    if (!link) return;
    event.preventDefault();
    if (link.hash === "#help") toggleHelp();
    else openHelp(link.hash.slice("#help-".length));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !panel.contains(event.target)) return;
    event.preventDefault();
    shut();
  });
}
