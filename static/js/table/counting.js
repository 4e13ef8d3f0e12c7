// Points that count up to their new value. Any press ends it, and reduced motion prevents it.

const LASTS = 1200;
const SCORE = ".player-score [data-counts]";
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<() => void>} */
const running = new Set(); // what ends each

/** @param {HTMLElement} number */
export function count(number, from = 0) {
  const points = number.textContent;
  const [began, by] = [performance.now(), Number(points) - from];
  if (still.matches || !by) return;
  const end = () => {
    running.delete(end);
    number.textContent = points;
  };
  const step = (/** @type {number} */ now) => {
    if (!running.has(end)) return;
    const part = Math.max(0, now - began) / LASTS;
    if (part >= 1) return end();
    number.textContent = String(Math.round(from + by * part));
    requestAnimationFrame(step);
  };
  running.add(end);
  requestAnimationFrame(step);
}

/** What each seat has scored so far. @param {HTMLElement} root */
export function scored(root) {
  for (const end of running) end();
  return new Map([...root.querySelectorAll(SCORE)].map((number) => [seatOf(number), Number(number.textContent)]));
}

/** The seats that have scored since. @param {HTMLElement} root @param {Map<string, number>} before */
export function countUp(root, before) {
  for (const number of root.querySelectorAll(SCORE)) {
    const was = before.get(seatOf(number));
    if (was !== undefined) count(number, was);
  }
}

/** @param {HTMLElement} number */
const seatOf = (number) => number.closest(".player").dataset.seat;

function finish() {
  for (const end of running) end();
}

for (const press of ["pointerdown", "keydown"]) addEventListener(press, finish, { capture: true, passive: true });
