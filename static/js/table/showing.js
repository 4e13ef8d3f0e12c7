// The decision as the page shows it: links on the board, and the next parts and the way back in the bar.

import { decision, table, words } from "./page.js";

// --- On the board ---
/** steps: a map from target to where it leads. picked: the targets that have been chosen. */
export function lightBoard(steps, picked) {
  for (const thing of table.querySelectorAll("[data-target]")) {
    const step = steps.get(thing.dataset.target);
    const link = thing.querySelector(":scope > a.choice");
    if (step || picked.has(thing.dataset.target)) light(thing, link ?? wrap(thing), step);
    else link?.replaceWith(...link.childNodes);
  }
}

function wrap(thing) {
  const link = document.createElementNS(thing.namespaceURI, "a");
  link.append(...thing.childNodes);
  thing.append(link);
  return link;
}

function light(thing, link, step) {
  link.setAttribute("class", step ? "choice" : "choice is-chosen");
  link.setAttribute("href", "?" + (step ? address(step) : ""));
  const said = step ? step.label : words.chosen;
  link.setAttribute("aria-label", [thing.dataset.name, said].filter(Boolean).join(": "));
}

/** Where the step leads without scripts. */
function address({ choice, at }) {
  const query = new URLSearchParams();
  const prefix = choice ?? at.prefix;
  if (prefix.length) query.set("prefix", JSON.stringify(prefix));
  for (const target of at?.on ?? []) query.append("on", target);
  return query;
}

/** What is chosen is on its way. */
export function showSent() {
  for (const link of table.querySelectorAll("a.choice.is-chosen")) link.classList.add("is-sent");
}

// --- In the bar ---
const SERVERS = ":scope > form.decision-choices, :scope > .decision-crumbs";

const ways = () => decision().querySelector(".decision-ways");
const narrowing = () => ways().querySelector("[data-narrowing]");

/** The bar with these steps. go: what a button does with its own; back: null where nothing is chosen. */
export function showSteps(steps, go, back) {
  showServers(false);
  const hadFocus = document.activeElement === document.body;
  const box = narrowing() ?? newBox();
  if (back) box.append(makeButton(`← ${words.back}`, back, "button-plain"));
  for (const step of steps) box.append(makeButton(step.label, () => go(step)));
  if (hadFocus) box.querySelector("button:nth-child(2)")?.focus({ preventScroll: true });
}

/** What the bar now asks, in one line. */
export const offered = () => [...narrowing().querySelectorAll("button")].map((button) => button.textContent).join(", ");

/** Whether the bar is as the server drew it. */
export function showServers(yes) {
  for (const part of ways().querySelectorAll(SERVERS)) part.hidden = !yes;
  narrowing()?.replaceChildren();
}

function newBox() {
  const box = document.createElement("div");
  box.className = "decision-choices";
  box.dataset.narrowing = "";
  ways().prepend(box);
  return box;
}

function makeButton(text, action, kind = "") {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `button ${kind}`;
  button.textContent = text;
  button.addEventListener("click", action);
  return button;
}
