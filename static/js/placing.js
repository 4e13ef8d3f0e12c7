// Where what explains a thing is put: beside it, always inside the window; also for things in an SVG, which cannot be
// anchors.

export function placeBeside(box, thing) {
  const at = thing.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = at.left + at.width / 2 - width / 2;
  const top = at.top - height - 8;
  box.style.setProperty("position-area", "none");
  box.style.margin = "0";
  box.style.inset = "auto";
  box.style.left = `${Math.max(8, Math.min(left, clientWidth - width - 8))}px`;
  box.style.top = `${top >= 8 ? top : Math.max(8, Math.min(at.bottom + 8, clientHeight - height - 8))}px`;
}
