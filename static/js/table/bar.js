// The decision bar while a choice is narrowed: the next parts as buttons, and the way back.

import { decision, words } from "./page.js";

const SERVERS = ":scope > form.decision-choices, :scope > .decision-more, :scope > .decision-crumbs";

const narrowing = () => decision().querySelector("[data-narrowing]");

/** The bar as the server drew it. */
export function showServersBar() {
  showServers(true);
}

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

function showServers(yes) {
  for (const part of decision().querySelectorAll(SERVERS)) part.hidden = !yes;
  narrowing()?.replaceChildren();
}

function newBox() {
  const box = document.createElement("div");
  box.className = "decision-choices";
  box.dataset.narrowing = "";
  decision().append(box);
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
