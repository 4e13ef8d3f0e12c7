// The card of a thing on the board: what it is, what it is worth now, the rule, what may be done with it and what not.
// It opens by a click or tap on what cannot be chosen, by a long press on anything, and by the key "i".

import { placeBeside } from "../placing.js";
import { thingsAt } from "../pointing.js";
import { waysWith } from "./deciding.js";
import { openHelp, paragraph } from "./helping.js";
import { table, words } from "./page.js";
import { refusedButton } from "./refusing.js";

const card = element("div", "thing-card");
card.popover = "manual";
card.dataset.explains = ""; // no tips meanwhile
card.setAttribute("role", "dialog");
table.append(card);
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
  const { name, rule, target } = thing.dataset;
  const about = thing.dataset.about ?? thing.querySelector("[data-tip]")?.dataset.tip;
  card.setAttribute("aria-label", name);
  card.replaceChildren(...parts(name, about, rule, waysWith(target)));
  card.showPopover();
  placeBeside(card, thing);
  from = { thing, focus: document.activeElement };
  if (focus) card.querySelector("button").focus();
}

function* parts(name, about, rule, { possible, refusals }) {
  const head = element("div", "thing-card-head");
  const shut = button("×", "button-plain", close);
  shut.setAttribute("aria-label", words.close);
  head.append(element("h3", "", name), shut);
  yield head;
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
