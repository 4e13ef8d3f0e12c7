// A field is marked as wrong from the browser's refusal to send it until it is right.

document.addEventListener("invalid", ({ target }) => tell(/** @type {HTMLInputElement} */ (target)), true);
document.addEventListener("input", ({ target }) => {
  if (target.matches('[aria-invalid="true"]')) tell(/** @type {HTMLInputElement} */ (target));
});

/** @param {HTMLInputElement} field */
function tell(field) {
  if (field.type !== "radio") field.setAttribute("aria-invalid", String(!field.validity.valid));
}
