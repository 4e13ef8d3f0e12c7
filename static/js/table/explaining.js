// The content of a thing's card at a table: the paragraph of the rules, possible and impossible choices.

import { button, closeCard, element, explain, openCard } from "./card.js";
import { waysWith } from "./deciding.js";
import { refocusQuestion } from "./focus.js";
import { openHelp, paragraph } from "./help.js";
import { table, words } from "./page.js";
import { refusedButton } from "./showing.js";

/** @param {HTMLElement} thing */
function open(thing, { focus = false } = {}) {
  const { rule, target } = thing.dataset;
  openCard(thing, { focus, more: [...rules(rule), ...ways(waysWith(target))] });
}

/** @param {string} rule */
function* rules(rule) {
  const text = paragraph(rule);
  if (!text) return;
  const said = element("p", "thing-card-rule soft", text);
  said.append(" ", button(words.rules, "button-plain", () => openHelp(rule)));
  yield said;
}

/** @param {{possible: Way[], refusals: Reason[]}} known */
function* ways({ possible, refusals }) {
  const ways = element("div", "thing-card-ways");
  for (const { label, go } of possible) {
    const act = () => {
      closeCard();
      go();
      refocusQuestion();
    };
    ways.append(button(label, "", act));
  }
  ways.append(...refusals.map(refusedButton));
  if (ways.childElementCount) yield ways;
}

explain(table, open);
