// The bar's question for people who hear it: the question, amounts as they are filled in, and the answers.

import { sentences } from "../announcer.js";
import { decision } from "./page.js";

const ANSWERS = ".decision-choices > :is(button, a):not(.decision-back, [aria-disabled='true']), .decision-giving > button";

/** As sentences, of which the first is the question. What cannot be chosen now is not among the answers. */
export function asked() {
  const bar = decision();
  const question = bar.querySelector(".decision-prompt h2").textContent;
  const answers = seen(bar, ANSWERS).map(words).join(", ");
  return sentences([question, ...seen(bar, "fieldset").map(given), ...seen(bar, "[data-said]").map(words), answers].filter(Boolean));
}

/** What is asked for, and how much of what is given by now. @param {Element} purse */
function given(purse) {
  const goods = [...purse.querySelectorAll("input")].map((field) => `${field.getAttribute("aria-label")}: ${field.value}`);
  return [words(purse.querySelector("legend")), goods.join(", ")].filter(Boolean).join(": ");
}

/** @param {Element} bar @param {string} selector */
const seen = (bar, selector) => [...bar.querySelectorAll(selector)].filter((part) => part.checkVisibility());

/** @param {Element} part */
const words = (part) => part.textContent.replace(/\s+/g, " ").trim();
