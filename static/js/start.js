// The front page: only the bot levels that the chosen game offers can be chosen.

const games = document.querySelector(".hero-pick");
const level = /** @type {HTMLSelectElement} */ (document.querySelector(".try-level select"));

function offer() {
  const game = /** @type {HTMLInputElement} */ (games.querySelector("input:checked")).value;
  for (const option of level.options) option.disabled = option.hidden = !option.dataset.types.split(" ").includes(game);
  if (!level.selectedOptions[0].disabled) return;
  const offered = [...level.options].filter((option) => !option.disabled);
  // As without a script: the strongest one below.
  level.selectedIndex = (offered.filter((option) => option.index < level.selectedIndex).at(-1) ?? offered[0]).index;
}

if (games.querySelector("input")) {
  games.addEventListener("change", offer);
  offer();
}
