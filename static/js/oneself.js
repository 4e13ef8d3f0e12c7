// Choosing a face, with a preview.

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-face]"));

/** @param {Element} svg @param {Record<string, string>} face @param {string} file */
function draw(svg, face, file) {
  svg.querySelector("rect")?.setAttribute("class", `face-${face.ground}`);
  for (const use of svg.querySelectorAll("use")) use.remove();
  for (const [name, colour] of [[face.pattern, ""], [face.piece, face.colour]]) {
    if (name === "plain") continue;
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${file}#${name}`);
    if (colour) use.setAttribute("class", `face-${colour}`);
    svg.append(use);
  }
}

form?.addEventListener("change", () => {
  const of = new FormData(form);
  const face = Object.fromEntries(
    ["piece", "colour", "pattern", "ground"].map((part) => [part, String(of.get(part))]),
  );
  for (const svg of form.querySelectorAll(".face > svg")) draw(svg, face, form.dataset.face ?? "");
  for (const use of form.querySelectorAll(".oneself-part use[class]"))
    use.setAttribute("class", `face-${face.colour}`);
  for (const rect of form.querySelectorAll("[name=pattern] + svg rect"))
    rect.setAttribute("class", `face-${face.ground}`);
});
