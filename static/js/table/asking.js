// The form for the amounts of a choice, which the server draws on demand.

import { decision, words } from "./page.js";

/** The form; null without an answer, or if the choice no longer exists. @param {Choice} choice */
export async function formFor(choice) {
  const question = `${words.giving}?${new URLSearchParams({ prefix: JSON.stringify(choice) })}`;
  const answer = await fetch(question).catch(() => null);
  if (answer?.status !== 200) return null;
  const form = newForm();
  form.innerHTML = await answer.text();
  return form;
}

/** The form in the bar that the server drew; null if there is none. */
export function takeForm() {
  if (!decision().querySelector(".decision-ways > .decision-giving")) return null;
  const form = newForm();
  form.append(...decision().querySelectorAll(".decision-ways > form"));
  for (const part of form.children) part.hidden = false;
  return form;
}

const newForm = () => Object.assign(document.createElement("div"), { className: "decision-how-much" });
