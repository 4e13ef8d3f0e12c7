// The card of a thing: its name, its drawing if that is small, and its explanation.

import { letterOf } from "../letters.js";
import { placeBeside, thingsAt, told } from "../tips.js";

const card = element("div", "thing-card");
card.popover = "manual";
card.dataset.explains = ""; // no tips meanwhile
card.setAttribute("role", "dialog");
const READABLE = 130; // px
const AGAIN = 1500; // ms in which a second press at the same place counts for the choice, whatever is there by then
const SLIP = 40; // px
const MOST_WORDS = 10; // of a head
const OF_THE_PAGE = /^(id|tabindex|role|data-.*|aria-.*)$/;
/** @type {{thing: HTMLElement, focus: HTMLElement} | null} */
let from = null; // the thing that is explained, and what had the focus before

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {string} className */
export function element(name, className, text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

/** @param {string} text @param {string} className @param {() => unknown} action */
export function button(text, className, action) {
  const made = element("button", `button button-small ${className}`, text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/** Opens it beside a thing inside a [data-cards], in its theme; more: elements below.
    @param {HTMLElement} thing @param {{focus?: boolean, more?: Element[]}} options */
export function openCard(thing, { focus = false, more = [] } = {}) {
  closeCard();
  const place = thing.closest("[data-cards]");
  const about = thing.dataset.about ?? described(thing);
  const { title, more: state } = divide(thing.dataset.name);
  const head = element("div", "thing-card-head");
  const shut = button("×", "button-plain", closeCard);
  shut.setAttribute("aria-label", place.dataset.close);
  head.append(element("h3", "", title), shut);
  const words = [state, about].filter(Boolean).map((text) => element("p", "", text));
  card.setAttribute("aria-label", title);
  card.replaceChildren(head, ...larger(thing), ...words, ...more);
  place.append(card);
  card.showPopover();
  placeBeside(card, thing);
  from = { thing, focus: document.activeElement };
  if (focus) card.querySelector("button").focus();
}

/** What a thing is called, and what its name says besides: screen readers hear both as one. The title is the first
    sentence; a long one ends at its first semicolon, or at its last colon. @param {string} name */
function divide(name) {
  const [sentence, ...others] = name.replace(/\.$/, "").split(/(?<=[^\s.\d]{2})\. /);
  let title = sentence;
  for (const mark of [/^(.+?); (.+)$/, /^(.+): (.+)$/]) {
    const [, before, after] = (title.split(" ").length > MOST_WORDS && mark.exec(title)) || [];
    if (!before) continue;
    title = before;
    others.unshift(after.charAt(0).toLocaleUpperCase() + after.slice(1));
  }
  return { title, more: others.map((other) => `${other}.`).join(" ") };
}

/** The explanation of a thing, below its name. @param {HTMLElement} thing */
function described(thing) {
  const description = thing.getAttribute("aria-description") ?? thing.querySelector("[aria-description]")?.getAttribute("aria-description");
  const words = description ?? told(thing.querySelector("[data-tip], [data-tip-at]") ?? thing);
  return words === thing.dataset.name ? "" : words;
}

export function closeCard() {
  if (!from) return false;
  const back = from.focus;
  const hadFocus = card.contains(document.activeElement);
  from = null;
  card.hidePopover();
  if (hadFocus && back?.isConnected) back.focus({ preventScroll: true });
  return true;
}

/** The drawing of a small thing, enlarged; nothing if it is large, or no drawing.
    @param {Element} thing */
function larger(thing) {
  if (!(thing instanceof SVGGraphicsElement)) return [];
  const shown = thing.getBoundingClientRect();
  if (Math.max(shown.width, shown.height) > READABLE) return [];
  const { x, y, width, height } = thing.getBBox();
  const copy = thing.cloneNode(true);
  copy.removeAttribute("transform");
  for (const ring of copy.querySelectorAll(".hit, .rim, .tap")) ring.remove();
  // The copy has no link, no name, and nothing to find or focus.
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) if (OF_THE_PAGE.test(name)) part.removeAttribute(name);
  }
  const board = thing.closest(".board");
  const svg = document.createElementNS(board.namespaceURI, "svg");
  svg.setAttribute("class", board.getAttribute("class") ?? "");
  svg.setAttribute("viewBox", [x, y, width, height].join(" "));
  svg.setAttribute("aria-hidden", "true");
  svg.append(copy);
  const box = element("div", "thing-card-drawing");
  box.classList.add(...(thing.closest(".board-regions")?.classList ?? []));
  box.classList.remove("board-regions");
  box.append(svg);
  return [box];
}

const thingAt = (/** @type {MouseEvent} */ event) => thingsAt(event, "[data-target]").find((thing) => thing.dataset.name || thing.dataset.about);

let chose = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };

/** Whether this repeats a press that chose something: the answer may have come in between.
    @param {MouseEvent} event */
const isAgain = ({ clientX: x, clientY: y, timeStamp }) => timeStamp - chose.at < AGAIN && Math.hypot(x - chose.x, y - chose.y) < SLIP;

/** Cards of all things in a place; open: opens one, as `openCard` does.
    @param {HTMLElement} place @param {(thing: HTMLElement, options?: {focus?: boolean}) => void} open */
export function explain(place, open = openCard) {
  // After the place's own listener: what chooses has prevented the default.
  document.body.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || card.contains(event.target)) return;
    if (event.target.closest("a.choice")) chose = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    else if (isAgain(event)) return;
    const elsewhere = event.defaultPrevented || event.target.closest("a, button, summary, input");
    const thing = !elsewhere && place.contains(event.target) && thingAt(event);
    if (thing) {
      event.preventDefault();
      open(thing);
    } else if (place.contains(card)) closeCard();
  });

  place.addEventListener("explain", (event) => {
    const thing = event.target.closest("[data-target]");
    if (!thing) return;
    event.preventDefault();
    open(thing);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && closeCard()) event.preventDefault();
    if (letterOf(event) !== "i") return;
    const thing = event.target instanceof Element && event.target.closest("[data-target]");
    if (!thing || !place.contains(thing)) return;
    event.preventDefault(); // Firefox may search for what is typed
    open(thing, { focus: true });
  });
}
