// A thing of the board explains itself by its card.

import { placeBeside, thingsAt } from "../tips.js";
import { waysWith } from "./deciding.js";
import { openHelp, paragraph } from "./help.js";
import { table, words } from "./page.js";
import { refusedButton } from "./showing.js";

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
