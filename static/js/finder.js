// Suggests user names: after three letters a list of the people whose names contain them.

import { ask } from "./fetching.js";
import { isComposing } from "./typed.js";

const FEWEST = 3;
const PAUSE = 150; // ms after the last letter

/** @type {HTMLInputElement[]} */
const fields = [...document.querySelectorAll("input[data-finder]")];

/** What is being written: the last of several names where the field takes several.
 * @param {HTMLInputElement} field */
const written = (field) =>
  field.dataset.finder === "many" ? (field.value.split(/[\s,]+/).at(-1) ?? "") : field.value.trim();

/** @param {HTMLInputElement} field */
function enhance(field) {
  const list = document.createElement("ul");
  list.id = `${field.id}-found`;
  list.className = "finder";
  list.role = "listbox";
  list.ariaLabel = field.labels?.[0]?.textContent ?? "";
  list.hidden = true;
  const around = document.createElement("span");
  around.className = "has-finder";
  field.replaceWith(around);
  around.append(field, list);
  field.role = "combobox";
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.ariaExpanded = "false";
  let timer = 0;
  let at = -1;

  function close() {
    list.hidden = true;
    field.ariaExpanded = "false";
    field.removeAttribute("aria-activedescendant");
    at = -1;
  }

  /** @param {string} name */
  function take(name) {
    const many = field.dataset.finder === "many";
    field.value = field.value.slice(0, field.value.length - written(field).length) + name + (many ? " " : "");
    close();
    field.focus();
  }

  /** @param {number} to */
  function light(to) {
    const options = [...list.children];
    at = (to + options.length) % options.length;
    for (const option of options) option.setAttribute("aria-selected", String(option === options[at]));
    field.setAttribute("aria-activedescendant", options[at].id);
    options[at].scrollIntoView({ block: "nearest" });
  }

  async function look() {
    const part = written(field);
    if (part.length < FEWEST) return close();
    const answer = await ask(`/api/v1/people?q=${encodeURIComponent(part)}`);
    const found = answer?.ok ? (await answer.json()).people : [];
    if (part !== written(field)) return;
    if (!found.length) return close();
    list.replaceChildren(
      ...found.map((/** @type {{username: string, known: string}} */ person, /** @type {number} */ index) => {
        const option = document.createElement("li");
        option.id = `${list.id}-${index}`;
        option.role = "option";
        const known = document.createElement("small");
        known.textContent = person.known;
        option.dataset.name = person.username;
        option.append(person.username, " ", known);
        option.addEventListener("mousedown", (event) => event.preventDefault());
        option.addEventListener("click", () => take(person.username));
        return option;
      }),
    );
    list.hidden = false;
    field.ariaExpanded = "true";
    at = -1;
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (list.hidden || isComposing(event)) return;
    if (event.key === "ArrowDown") light(at + 1);
    else if (event.key === "ArrowUp") light(at < 0 ? -1 : at - 1);
    else if (event.key === "Enter" && at >= 0) take(/** @type {HTMLElement} */ (list.children[at]).dataset.name ?? "");
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
}

fields.forEach(enhance);
