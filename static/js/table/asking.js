// The form that asks how much is given for a choice: the server draws it when it comes to that.

import { words } from "./page.js";

/** As an element; null where it does not come, or there is no such choice any more. */
export async function formFor(choice) {
  const question = `${words.giving}?${new URLSearchParams({ prefix: JSON.stringify(choice) })}`;
  const answer = await fetch(question).catch(() => null);
  return answer?.status === 200 ? inForm(await answer.text()) : null;
}

function inForm(html) {
  const form = newForm();
  form.innerHTML = html;
  return form;
}

export const newForm = () => Object.assign(document.createElement("div"), { className: "decision-how-much" });
