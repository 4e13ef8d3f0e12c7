// Tips: a popover opens on hover, focus and tap.
// [popovertarget].tip has its words beside it; [data-tip] (inside boards) shares one popover.

const root = document.documentElement;
const sharedTip = document.createElement("div");
sharedTip.className = "tip-text";
sharedTip.popover = "manual";
sharedTip.setAttribute("role", "tooltip");
document.body.append(sharedTip);
let openTip = null;

function tipOf(source) {
  if (source.matches(".tip")) return document.getElementById(source.getAttribute("popovertarget"));
  sharedTip.textContent = source.dataset.tip;
  return sharedTip;
}

/** Beside the thing explained, always inside the window; also for SVG, which cannot be an anchor. */
function place(tip, source) {
  const at = source.getBoundingClientRect();
  const box = tip.getBoundingClientRect();
  const left = at.left + at.width / 2 - box.width / 2;
  const top = at.top - box.height - 8;
  tip.style.setProperty("position-area", "none");
  tip.style.margin = "0";
  tip.style.inset = "auto";
  tip.style.left = `${Math.max(8, Math.min(left, root.clientWidth - box.width - 8))}px`;
  tip.style.top = `${top >= 8 ? top : Math.min(at.bottom + 8, root.clientHeight - box.height - 8)}px`;
}

function showTip(source) {
  const tip = tipOf(source);
  if (!tip || openTip?.source === source) return;
  hideTip();
  tip.showPopover();
  place(tip, source);
  openTip = { tip, source };
}

function hideTip() {
  if (openTip?.tip.isConnected && openTip.tip.matches(":popover-open")) openTip.tip.hidePopover();
  openTip = null;
}

const tipSource = (event) => event.target instanceof Element && event.target.closest(".tip, [data-tip]");

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const source = tipSource(event);
  if (source) showTip(source);
  else if (openTip && !openTip.tip.contains(event.target)) hideTip();
});
document.addEventListener("focusin", (event) => {
  const source = tipSource(event);
  if (source?.matches(":focus-visible")) showTip(source);
  else if (openTip && openTip.source !== source) hideTip();
});
document.addEventListener("focusout", (event) => {
  if (openTip?.source === event.target) hideTip();
});
document.addEventListener("click", (event) => {
  const source = tipSource(event);
  if (source && source.matches(".tip")) {
    event.preventDefault(); // the popover is ours to toggle now
    showTip(source);
  } else if (source && !event.target.closest("a")) {
    showTip(source);
  } else {
    hideTip();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
addEventListener("scroll", hideTip, { passive: true, capture: true });
