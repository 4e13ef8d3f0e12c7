// The quick match: its description follows the chosen game, pace and rating.

for (const place of document.querySelectorAll("[data-match]")) {
  const form = /** @type {HTMLFormElement | null} */ (place.querySelector("form"));
  if (!form) continue;
  const show = () => {
    const of = new FormData(form);
    const rated = of.get("pace") === "live" ? "live" : "days"; // two ratings
    const chosen = [`${of.get("type")} ${of.get("pace")}`, `${of.get("type")} ${of.get("rated")} ${rated}`];
    for (const said of place.querySelectorAll("[data-for]"))
      said.toggleAttribute("hidden", !chosen.includes(said.getAttribute("data-for") ?? ""));
  };
  form.addEventListener("change", show);
  show();
}
