// What is still to be given, while somebody fills in the form for a choice with amounts.

/** Says in each purse how much is missing of its total. */
export function tellMissing(page) {
  page.addEventListener("input", ({ target }) => {
    const purse = target.closest("fieldset[data-total]");
    if (!purse) return;
    let left = Number(purse.dataset.total);
    for (const field of purse.querySelectorAll("input")) left -= field.value * field.dataset.worth;
    purse.querySelector("output").textContent = left > 0 ? purse.dataset.missing.replace("#", left) : "";
  });
}
