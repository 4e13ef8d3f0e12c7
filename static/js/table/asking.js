// The form that asks how much is given for a choice: the server draws it when it comes to that.

import { decision, words } from "./page.js";

/** As an element; null where it does not come, or there is no such choice any more. @param {Choice} choice */
export async function formFor(choice) {
  const question = `${words.giving}?${new URLSearchParams({ prefix: JSON.stringify(choice) })}`;
  const answer = await fetch(question).catch(() => null);
  if (answer?.status !== 200) return null;
  const form = newForm();
  form.innerHTML = await answer.text();
  return form;
}

/** The same out of the bar as the server drew it; null where there is none. */
export function takeForm() {
  if (!decision().querySelector(".decision-ways > .decision-giving")) return null;
  const form = newForm();
  form.append(...decision().querySelectorAll(".decision-ways > form"));
  for (const part of form.children) part.hidden = false;
  return form;
}

const newForm = () => Object.assign(document.createElement("div"), { className: "decision-how-much" });
