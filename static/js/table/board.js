// The board as it asks: links on what can be picked now, drawings of everything else.

import { table, words } from "./page.js";

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
