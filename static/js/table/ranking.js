// The order in which keys lead through the choices: nobody who presses a key by habit passes, or pays more, unawares.

import { table } from "./page.js";

const ANSWERS = ".decision-ways .decision-choices:not([hidden]) > .button:not(.decision-back)";
const [PASS, COSTLY, REPEATED, BACK] = [1, 2, 3, 4];

/** Notes which answers in the bar come late: a pass after what it passes, and then what costs more.
    @param {Next[]} steps */
export function rankAnswers(steps) {
  if (table.querySelector(".decision-how-much")) return; // its answers are amounts of one choice
  const isOnBoard = steps.some((step) => step.lit);
  const buttons = table.querySelectorAll(ANSWERS);
  for (const [at, { lit, calm }] of steps.entries()) {
    if (buttons[at]) buttons[at].dataset.rank = String(calm ? COSTLY : isOnBoard && !lit ? PASS : 0);
  }
}

/** In the order of the page but for that. Where the bar has all answers the board only repeats them, so it comes after the
    bar; the way back is last. @param {HTMLElement[]} choices */
export function inOrder(choices) {
  const answers = [...table.querySelectorAll(ANSWERS)];
  const isWhole = answers.length > 0 && answers.every((answer) => answer.checkVisibility());
  const rank = (/** @type {HTMLElement} */ choice) => {
    if (choice.matches(".decision-back")) return BACK;
    if (isWhole && !choice.closest(".decision")) return REPEATED;
    return choice.matches(".is-calm") ? COSTLY : Number(choice.dataset.rank ?? 0);
  };
  return choices.sort((one, other) => rank(one) - rank(other));
}
