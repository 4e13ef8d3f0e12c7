// Panes: on a phone one part of the board lies in front, the others behind their tabs. Those take no
// room but are still there for keys, screen readers and searching: what takes the focus or is
// scrolled to comes forward. So does what glows, when a decision opens or narrows.

const GLOWS = "a.choice:not(.is-chosen)";

/** Brings the pane forward that holds this thing, if one does. */
export function reveal(thing) {
  const pane = thing.closest("[data-pane]");
  if (pane) bringForward(pane);
}

function follow(box) {
  let before = lit(box).names;
  box.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-tab]");
    if (!tab || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    bringForward(document.getElementById(tab.hash.slice(1)));
    showTop(box);
  });
  box.addEventListener("focusin", (event) => reveal(event.target));
  box.addEventListener("scroll", (event) => reveal(event.target), { capture: true });
  const board = box.querySelector("[data-pane]").parentNode;
  new MutationObserver(() => {
    const { names, panes } = lit(box);
    if (names === before) return;
    before = names;
    for (const pane of panesOf(box)) count(pane, panes.get(pane) ?? 0);
    const front = panesOf(box).find(isForward);
    if (panes.size && !panes.has(front)) goOn(box, front, [...panes.keys()][0]);
  }).observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
}

const panesOf = (box) => [...box.querySelectorAll("[data-pane]")];
const isForward = (pane) => pane.classList.contains("is-forward");
const tabOf = (pane) => pane.closest("[data-panes]").querySelector(`[data-tab][href="#${pane.id}"]`);
/** What glows: all the names as one word, and how many there are in each pane. */
function lit(box) {
  const links = [...box.querySelectorAll(GLOWS)];
  const panes = new Map();
  for (const link of links) {
    const pane = link.closest("[data-pane]");
    panes.set(pane, (panes.get(pane) ?? 0) + 1);
  }
  return { names: links.map((link) => link.parentNode.dataset.target).join(" "), panes };
}

function count(pane, glows) {
  const badge = tabOf(pane).querySelector("[data-glows]");
  badge.hidden = !glows;
  badge.firstElementChild.textContent = glows;
}

function bringForward(pane) {
  pane.scrollTop = 0;
  if (isForward(pane)) return;
  for (const each of panesOf(pane.closest("[data-panes]"))) {
    each.classList.toggle("is-forward", each === pane);
    if (each === pane) tabOf(each).setAttribute("aria-current", "true");
    else tabOf(each).removeAttribute("aria-current");
  }
}

/** To the pane where the decision goes on; who went by keys finds the focus there, too. */
function goOn(box, from, to) {
  const hadFocus = from?.contains(document.activeElement);
  bringForward(to);
  if (!box.querySelector("[data-tab]").getClientRects().length) return; // all panes are in sight
  if (hadFocus) to.querySelector(GLOWS).focus({ preventScroll: true });
  showTop(box);
}

/** Back up to where a pane begins, when more than that was scrolled away. */
function showTop(box) {
  if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
}

for (const box of document.querySelectorAll("[data-panes]")) follow(box);
