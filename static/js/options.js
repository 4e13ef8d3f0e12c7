// A setting of a new game that stands for others shows what it sets; who then changes one of those has settings of their own.

/** @type {HTMLSelectElement[]} */
const presets = [...document.querySelectorAll("select[data-sets]")];

/** @param {HTMLSelectElement} preset */
function follow(preset) {
  const fields = preset.form.elements;
  /** @type {{[value: string]: {[name: string]: string | boolean}}} */
  const sets = JSON.parse(preset.dataset.sets);
  const set = () => sets[preset.value] ?? {};
  preset.addEventListener("change", () => {
    for (const [name, value] of Object.entries(set())) put(fields.namedItem(name), value);
  });
  preset.form.addEventListener("change", ({ target }) => {
    const wanted = set()[target.name];
    if (wanted !== undefined && wanted !== shown(target)) preset.value = preset.dataset.own;
  });
}

/** @param {HTMLInputElement} field */
const shown = (field) => (field.type === "checkbox" ? field.checked : field.value);

/** @param {HTMLInputElement} field @param {string | boolean} value */
function put(field, value) {
  if (field.type === "checkbox") field.checked = Boolean(value);
  else field.value = String(value);
}

presets.forEach(follow);
