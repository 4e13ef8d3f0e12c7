// The rules at the side: a panel that stays open while one plays, searchable, opened at the paragraph that belongs to the
// decision or to a thing.

import { table } from "./page.js";

const panel = document.getElementById("help");
const text = panel?.querySelector("[data-help]");
const search = panel?.querySelector("input[type=search]");
const BLOCKS = "h3, h4, p, li, table";

/** @param {string} [anchor] */
const heading = (anchor) => (anchor ? document.getElementById(`help-${anchor}`) : null);

/** The words of the help on something; empty where it has none. @param {string} anchor */
export function paragraph(anchor) {
  let found = heading(anchor);
  if (found?.matches("h3, h4")) {
    do found = found.nextElementSibling;
    while (found && !found.matches("h3, h4, p:not(:has(svg))"));
  }
  return found?.matches("p, li") ? found.textContent.trim() : "";
}

/** Opens the panel at a paragraph; at that of the open decision where none is named. @param {string} [anchor] */
export function openHelp(anchor) {
  if (!panel) return;
  panel.open = true;
  panel.classList.add("help-panel");
  find("");
  const place = heading(anchor ?? table.querySelector("[data-decision-rule]")?.dataset.decisionRule);
  for (const old of text.querySelectorAll(".is-here")) old.classList.remove("is-here");
  place?.classList.add("is-here");
  const box = panel.querySelector(".drawer-body");
  const offset = place ? place.getBoundingClientRect().top - text.getBoundingClientRect().top : 0;
  box.scrollTop = offset;
}

function shut() {
  panel.open = false;
  panel.classList.remove("help-panel");
}

/** Shows what has all the words, under its headings. @param {string} asked */
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
    if (panel.open) shut();
    else openHelp();
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("a[href='#help']")) return;
    event.preventDefault();
    if (panel.open) shut();
    else openHelp();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !panel.contains(event.target)) return;
    event.preventDefault();
    shut();
    table.querySelector("a[href='#help']")?.focus();
  });
}
