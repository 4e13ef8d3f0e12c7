// Tips: a popover opens on hover and focus, on a tap and, where a tap chooses, on a long press.
// [popovertarget].tip has its words beside it; [data-tip] (inside boards) shares one popover.

import { thingsAt } from "./pointing.js";

const LONG_PRESS = 500;
const SLIP = 10; // how far a finger that rests may move
const TIPS = ".tip, [data-tip]";

const root = document.documentElement;
const sharedTip = document.createElement("div");
sharedTip.className = "tip-text tip-text-shared";
sharedTip.popover = "manual";
sharedTip.setAttribute("role", "tooltip");
document.body.append(sharedTip);
let openTip = null;
let press = null; // of a finger: {x, y, source, timer, explained}

const sourceAt = (event) => thingsAt(event, TIPS)[0];

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

// --- Mouse and keyboard ---
function hover(event) {
  if (event.pointerType !== "mouse") return;
  const source = sourceAt(event);
  if (source) showTip(source);
  else if (openTip && !openTip.tip.contains(event.target)) hideTip();
}
document.addEventListener("pointerover", hover);
document.addEventListener("pointermove", hover);
document.addEventListener("focusin", (event) => {
  if (press?.explained) return; // the finger's own doing
  const source = event.target.closest(TIPS);
  if (source?.matches(":focus-visible")) showTip(source);
  else if (openTip && openTip.source !== source) hideTip();
});
document.addEventListener("focusout", (event) => {
  if (openTip?.source === event.target) hideTip();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
addEventListener("scroll", hideTip, { passive: true, capture: true });

// --- Clicks and taps: what is inside a link belongs to the link ---
document.addEventListener("click", (event) => {
  const source = sourceAt(event);
  if (!source || event.target.closest("a")) {
    hideTip();
    return;
  }
  if (source.matches(".tip")) event.preventDefault(); // the popover is ours to toggle now
  showTip(source);
});

// --- A long press explains and chooses nothing ---
function endPress() {
  clearTimeout(press?.timer);
  press = null;
}

function explain() {
  press.explained = true;
  showTip(press.source);
}

document.addEventListener("pointerdown", (event) => {
  endPress();
  const source = event.pointerType !== "mouse" && sourceAt(event);
  if (!source) return;
  const timer = setTimeout(explain, LONG_PRESS);
  press = { x: event.clientX, y: event.clientY, source, timer, explained: false };
});
document.addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) endPress();
});
document.addEventListener("pointerup", () => clearTimeout(press?.timer));
document.addEventListener("pointercancel", endPress);
document.addEventListener("keydown", endPress);
document.addEventListener("contextmenu", (event) => {
  if (!press) return; // of a mouse, or of nothing that explains itself
  event.preventDefault();
  explain();
});
document.addEventListener(
  "click",
  (event) => {
    if (!press?.explained) return;
    event.preventDefault();
    event.stopPropagation();
    endPress();
  },
  { capture: true },
);
