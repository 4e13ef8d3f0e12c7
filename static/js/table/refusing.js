// What is impossible now, and why: the list in the bar follows the choice as it is narrowed.

import { decision } from "./page.js";

/** refusals: [{label, reason}] */
export function showRefused(refusals) {
  const list = decision()?.querySelector(".decision-refusals");
  if (!list) return;
  list.hidden = !refusals.length;
  list.replaceChildren(...refusals.map(inList));
}

function inList(each) {
  const item = document.createElement("li");
  item.append(refusedButton(each));
  return item;
}

/** As the macro `refused` of kit/table.html makes it. */
export function refusedButton({ label, reason }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button refused";
  button.setAttribute("aria-disabled", "true");
  button.append(element("span", label), " ", element("small", reason));
  return button;
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
