// The form for a choice with amounts: buttons for steps, what is missing or too much, and the effect of the choice,
// which the server puts in words.

const PAUSE = 200; // ms without a further step
const asking = new WeakMap(); // form to timer and the question that waits for its answer

/** Follows the forms in this page. announce: reads out, in place of what it read of the same before.
    @param {HTMLElement} page @param {(text: string, about: string) => unknown} announce */
export function tellMissing(page, announce = () => {}) {
  page.addEventListener("click", ({ target }) => {
    const button = target.closest('[data-step]:not([aria-disabled="true"])');
    if (!button) return;
    const field = button.parentNode.querySelector("input");
    field[Number(button.dataset.step) > 0 ? "stepUp" : "stepDown"]();
    announce(`${field.ariaLabel} ${field.value}`, `amount of ${field.name}`);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  page.addEventListener("input", ({ target }) => {
    const purse = target.closest("fieldset[data-rules]");
    if (!purse) return;
    stopAtLimits(/** @type {HTMLInputElement} */ (target));
    announce(tell(purse), "amounts");
    foretell(purse.closest("form"), announce);
  });
}

/** @param {HTMLInputElement} field */
function stopAtLimits(field) {
  for (const button of field.parentNode.querySelectorAll("[data-step]")) {
    const limit = Number(button.dataset.step) > 0 ? field.max : field.min;
    button.setAttribute("aria-disabled", String(field.value === limit));
  }
}

/** Shows what is still to be given, and returns it. @param {HTMLElement} purse */
function tell(purse) {
  /** @type {Rules} */
  const { total, most, least, counts, labels } = JSON.parse(purse.dataset.rules);
  const fields = [...purse.querySelectorAll("input")];
  const given = new Map(fields.map((field) => [field.dataset.good, Number(field.value)]));
  const worth = fields.reduce((sum, field) => sum + Number(field.value) * Number(field.dataset.worth), 0);
  const missing = least.map((wanted) => lacking(wanted, given, counts)).find((goods) => goods.length) ?? [];
  const said = missing.map(([good, n]) => `${n} ${labels[good] ?? good}`);
  if (!said.length && total > worth) said.push(String(total - worth));
  const output = purse.querySelector("output");
  output.textContent = said.length ? purse.dataset.missing.replace("#", said.join(", ")) : "";
  if (!said.length && most !== null && worth > most) output.textContent = purse.dataset.over.replace("#", String(worth - most));
  return output.textContent;
}

/** Shows the effect of the choice, once nothing is missing.
    @param {HTMLFormElement} form @param {(text: string, about: string) => unknown} announce */
function foretell(form, announce) {
  const said = form.querySelector("[data-said]");
  const say = (/** @type {string} */ words) => {
    said.textContent = words;
    announce(words, "amounts");
  };
  clearTimeout(asking.get(form)?.timer);
  said.textContent = "";
  const missing = [...form.querySelectorAll("output")].some((output) => output.textContent);
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  fields.delete("csrfmiddlewaretoken");
  const question = !missing && form.dataset.asks && `${form.dataset.asks}?${fields}`;
  asking.set(form, { question, timer: question && setTimeout(() => ask(form, question, say), PAUSE) });
}

/** @param {HTMLFormElement} form @param {string} question @param {(words: string) => unknown} say */
async function ask(form, question, say) {
  const answer = await fetch(question, { headers: { Accept: "application/json" } }).catch(() => null);
  const words = answer?.ok ? (await answer.json()).said : "";
  if (asking.get(form).question === question) say(words);
}

/**
 * The goods of `wanted` that what is given does not meet: [good, number]. Goods that may stand in
 * for others do so where they are needed, which is a matching of what is given to what is wanted.
 * @param {Amounts} wanted @param {Map<string, number>} given @param {Rules["counts"]} counts
 */
function lacking(wanted, given, counts) {
  const places = Object.entries(wanted).flatMap(([good, n]) => Array(n).fill(good));
  const things = [...given].flatMap(([good, n]) => Array(Math.min(n, places.length)).fill(good));
  /** @param {string} thing @param {string} good */
  const fits = (thing, good) => thing === good || (counts[thing] ?? []).includes(good);
  const taken = new Map(); // thing to place
  /** @param {number} at @param {Set<number>} tried @returns {boolean} */
  const place = (at, tried) =>
    things.some((thing, i) => {
      if (tried.has(i) || !fits(thing, places[at])) return false;
      tried.add(i);
      if (taken.has(i) && !place(taken.get(i), tried)) return false;
      taken.set(i, at);
      return true;
    });
  const short = new Map();
  for (const [at, good] of places.entries()) {
    if (!place(at, new Set())) short.set(good, (short.get(good) ?? 0) + 1);
  }
  return [...short];
}
