// A thing of the board explains itself: its card, and the rules at the side, opened at the paragraph that belongs to it.

import { placeBeside, thingsAt } from "../tips.js";
import { waysWith } from "./deciding.js";
import { table, words } from "./page.js";
import { refusedButton } from "./showing.js";

// --- The rules: a panel that stays open while one plays, searchable ---
const panel = document.getElementById("help");
const text = panel?.querySelector("[data-help]");
const search = panel?.querySelector("input[type=search]");
const BLOCKS = "h3, h4, p, li, table";

const heading = (anchor) => anchor && document.getElementById(`help-${anchor}`);

/** The words of the help on something; empty where it has none. */
export function paragraph(anchor) {
  let found = heading(anchor);
  if (found?.matches("h3, h4")) {
    do found = found.nextElementSibling;
    while (found && !found.matches("h3, h4, p:not(:has(svg))"));
  }
  return found?.matches("p, li") ? found.textContent.trim() : "";
}

/** Opens the panel at a paragraph; at that of the open decision where none is named. */
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

/** Shows what has all the words, under its headings. */
function find(asked) {
  search.value = asked;
  const wanted = asked.toLocaleLowerCase().split(/\s+/).filter(Boolean);
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

// --- The card of a thing ---
const card = element("div", "thing-card");
card.popover = "manual";
card.dataset.explains = ""; // no tips meanwhile
card.setAttribute("role", "dialog");
table.append(card);
const READABLE = 130; // px
const OF_THE_PAGE = /^(id|tabindex|role|data-.*|aria-.*)$/;
let from = null; // the thing that is explained, and what had the focus before

function element(name, className, text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function button(text, className, action) {
  const made = element("button", `button button-small ${className}`, text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

function open(thing, { focus = false } = {}) {
  close();
  const { name, target } = thing.dataset;
  const about = thing.dataset.about ?? thing.querySelector("[data-tip]")?.dataset.tip;
  card.setAttribute("aria-label", name);
  card.replaceChildren(...parts(thing, about, waysWith(target)));
  card.showPopover();
  placeBeside(card, thing);
  from = { thing, focus: document.activeElement };
  if (focus) card.querySelector("button").focus();
}

function* parts(thing, about, { possible, refusals }) {
  const { name, rule } = thing.dataset;
  const head = element("div", "thing-card-head");
  const shut = button("×", "button-plain", close);
  shut.setAttribute("aria-label", words.close);
  head.append(element("h3", "", name), shut);
  yield head;
  const drawing = larger(thing);
  if (drawing) yield drawing;
  if (about) yield element("p", "", about);
  const text = paragraph(rule);
  if (text) {
    const said = element("p", "thing-card-rule soft", text);
    said.append(" ", button(words.rules, "button-plain", () => openHelp(rule)));
    yield said;
  }
  const ways = element("div", "thing-card-ways");
  for (const { label, go } of possible) ways.append(button(label, "", () => (close(), go())));
  ways.append(...refusals.map(refusedButton));
  if (ways.childElementCount) yield ways;
}

/** A small thing's drawing, as large as one can read it; null where it is large, or no drawing. */
function larger(thing) {
  if (!(thing instanceof SVGGraphicsElement)) return null;
  const shown = thing.getBoundingClientRect();
  if (Math.max(shown.width, shown.height) > READABLE) return null;
  const { x, y, width, height } = thing.getBBox();
  const copy = thing.cloneNode(true);
  copy.removeAttribute("transform");
  for (const hit of copy.querySelectorAll(".hit")) hit.remove();
  // It stands for nothing on the board: no link, no name, nothing to find or focus.
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) if (OF_THE_PAGE.test(name)) part.removeAttribute(name);
  }
  const board = thing.closest(".board");
  const svg = document.createElementNS(board.namespaceURI, "svg");
  svg.setAttribute("class", board.getAttribute("class"));
  svg.setAttribute("viewBox", [x, y, width, height].join(" "));
  svg.setAttribute("aria-hidden", "true");
  svg.append(copy);
  const box = element("div", "thing-card-drawing");
  box.classList.add(...thing.closest(".board-regions").classList);
  box.classList.remove("board-regions");
  box.append(svg);
  return box;
}

function close() {
  if (!from) return false;
  const back = from.focus;
  const hadFocus = card.contains(document.activeElement);
  from = null;
  card.hidePopover();
  if (hadFocus && back?.isConnected) back.focus({ preventScroll: true });
  return true;
}

const thingAt = (event) => thingsAt(event, "[data-target]").find((thing) => thing.dataset.name || thing.dataset.about);

// After the table's own listener: what chooses has prevented the default.
document.body.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || card.contains(event.target)) return;
  const elsewhere = event.defaultPrevented || event.target.closest("a, button, summary, input");
  const thing = !elsewhere && table.contains(event.target) && thingAt(event);
  if (!thing) close();
  else {
    event.preventDefault();
    open(thing);
  }
});

table.addEventListener("explain", (event) => {
  const thing = event.target.closest("[data-target]");
  if (!thing) return;
  event.preventDefault();
  open(thing);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && close()) event.preventDefault();
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key !== "i" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const thing = event.target instanceof Element && event.target.closest("[data-target]");
  if (thing) open(thing, { focus: true });
});

/** The board was drawn anew. */
export const closeCard = close;
