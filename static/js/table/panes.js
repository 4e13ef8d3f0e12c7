// Panes: on a phone one part of the board lies in front, the others behind their tabs. Those take no
// room but are still there for keys, screen readers and searching: what takes the focus or is
// scrolled to comes forward. The pane in which most glows also does, when a decision opens or narrows and
// nothing glows in sight, unless the bar says all that is asked further. A finger that swipes to the side
// brings the next one.

const GLOWS = "a.choice:not(.is-chosen)";
const ALWAYS = null; // the pane of what lies in none
const SWIPE = 60; // px to the side, and at least twice as far as up or down

let isSaid = false;

/** Whether the bar has all answers, so that no pane needs to come forward. @param {boolean} yes */
export function leave(yes) {
  isSaid = yes;
}

/** Brings the pane that holds this thing forward, if there is such a pane. @param {HTMLElement} thing */
export function reveal(thing) {
  const pane = thing.closest("[data-pane]");
  if (pane) bringForward(pane);
}

/** @param {HTMLElement} box */
function follow(box) {
  let before = lit(box).names;
  box.addEventListener("click", (event) => {
    const tab = event.target.closest("a[data-tab]");
    if (!tab || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    bringForward(document.getElementById(tab.hash.slice(1)));
    showTop(box);
  });
  box.addEventListener("focusin", (event) => reveal(event.target));
  box.addEventListener("scroll", (event) => reveal(event.target), { capture: true });
  followSwipes(box);
  const board = box.querySelector("[data-pane]").parentNode;
  new MutationObserver(() => {
    const { names, panes } = lit(box);
    if (names === before) return;
    before = names;
    for (const pane of panesOf(box)) count(pane, panes.get(pane) ?? 0);
    const front = panesOf(box).find(isForward);
    if (!isSaid && panes.size && !panes.has(front) && !panes.has(ALWAYS)) goOn(box, front, fullest(panes));
  }).observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
}

/** @param {HTMLElement} box */
function followSwipes(box) {
  /** @type {Touch | null} */
  let from = null;
  box.addEventListener("touchstart", (event) => {
    const { target, touches } = event;
    from = touches.length === 1 && !scrollsSideways(target, box) ? touches[0] : null;
  }, { passive: true });
  box.addEventListener("touchend", ({ changedTouches: [to] }) => {
    if (!from) return;
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    from = null;
    if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y) || !hasTabs(box)) return;
    const all = panesOf(box);
    const next = all[all.findIndex(isForward) + (x < 0 ? 1 : -1)];
    if (!next) return;
    bringForward(next);
    showTop(box);
  });
}

/** Whether a finger there moves something to the side: a larger board, a wide table.
    @param {HTMLElement} thing @param {HTMLElement} box */
function scrollsSideways(thing, box) {
  for (let at = thing; at && at !== box.parentNode; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}

/** @param {HTMLElement} box */
const panesOf = (box) => [...box.querySelectorAll("[data-pane]")];
/** @param {HTMLElement} pane */
const isForward = (pane) => pane.classList.contains("is-forward");
/** @param {HTMLElement} box */
const hasTabs = (box) => box.querySelector("[data-tab]").getClientRects().length > 0;
/** @param {HTMLElement} pane */
const tabOf = (pane) => pane.closest("[data-panes]").querySelector(`[data-tab][href="#${pane.id}"]`);
/** What glows: all the names as one word, and how many there are in each pane. @param {HTMLElement} box */
function lit(box) {
  const links = [...box.querySelectorAll(GLOWS)];
  const panes = new Map();
  for (const link of links) {
    const pane = link.closest("[data-pane]");
    panes.set(pane, (panes.get(pane) ?? 0) + 1);
  }
  return { names: links.map((link) => link.parentNode.dataset.target).join(" "), panes };
}

/** Where most glows, the first of several. @param {Map<HTMLElement, number>} panes */
const fullest = (panes) => [...panes].reduce((most, each) => (each[1] > most[1] ? each : most))[0];

/** @param {HTMLElement} pane @param {number} glows */
function count(pane, glows) {
  const badge = tabOf(pane).querySelector("[data-glows]");
  badge.hidden = !glows;
  badge.firstElementChild.textContent = String(glows);
}

/** @param {HTMLElement} pane */
function bringForward(pane) {
  pane.scrollTop = 0;
  if (isForward(pane)) return;
  for (const each of panesOf(pane.closest("[data-panes]"))) {
    each.classList.toggle("is-forward", each === pane);
    if (each === pane) tabOf(each).setAttribute("aria-current", "true");
    else tabOf(each).removeAttribute("aria-current");
  }
}

/** Moves to the pane where the decision continues, with the focus for readers who use keys.
    @param {HTMLElement} box @param {HTMLElement | undefined} from @param {HTMLElement} to */
function goOn(box, from, to) {
  const hadFocus = from?.contains(document.activeElement);
  bringForward(to);
  if (!hasTabs(box)) return; // all panes are in sight
  if (hadFocus) to.querySelector(GLOWS).focus({ preventScroll: true });
  if (!isElsewhere(box)) showTop(box);
}

/** Whether the reader writes or reads something beside it. @param {HTMLElement} box */
function isElsewhere(box) {
  const field = document.activeElement?.closest("input:not([type=checkbox], [type=radio]), textarea, select");
  return box.getBoundingClientRect().bottom < innerHeight / 2 || Boolean(field && !box.contains(field));
}

/** Back up to where a pane begins, when more than that was scrolled away. @param {HTMLElement} box */
function showTop(box) {
  if (box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
}

for (const box of document.querySelectorAll("[data-panes]")) follow(box);
