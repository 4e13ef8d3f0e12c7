// A preset of a new game shows the settings that it stands for; changing one of them makes them custom.

/** @type {HTMLSelectElement[]} */
const presets = [...document.querySelectorAll("select[data-sets]")];

/** The fields that a preset sets, each with its value. @param {HTMLSelectElement} preset */
function setBy(preset) {
  /** @type {{[value: string]: {[name: string]: string | boolean}}} */
  const sets = JSON.parse(preset.dataset.sets);
  return sets[preset.value] ?? {};
}

/** @param {HTMLSelectElement} preset */
function fillIn(preset) {
  for (const [name, value] of Object.entries(setBy(preset))) {
    const field = /** @type {HTMLInputElement} */ (document.querySelector(`[name="${name}"]`));
    if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = String(value);
  }
}

document.addEventListener("change", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  const shown = field.type === "checkbox" ? field.checked : field.value;
  for (const preset of presets) {
    const wanted = setBy(preset)[field.name];
    if (target === preset) fillIn(preset);
    else if (wanted !== undefined && wanted !== shown) preset.value = preset.dataset.own;
  }
});
