// The service's time. It came with the page, and the browser counts what has passed since: this machine's clock may be
// wrong, and may be set while the page is open. What the service says of the time later makes it more exact.

const KEPT = 8; // answers; the one that came quickest is the most exact of them
const SET = 2000; // ms by which a machine's clock runs apart only if it was set, or the machine has slept
/** @type {{ took: number, ahead: number }[]} */
let answers = [];

const passed = () => performance.now();
const apart = () => Date.now() - passed();
const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));

/** The page was stored, or fetched before it was wanted: it came with a time, and tokens, of then. */
export const isStored = Boolean(!navigation?.transferSize || navigation.deliveryType);

let ahead = Number(document.documentElement.dataset.now) - (navigation?.responseStart || passed());
let wasApart = apart();
let isDoubtful = isStored;

/** The service's time, in milliseconds since 1970. */
export const now = () => passed() + ahead;

/** Whether the service has to be asked for the time: while a machine sleeps a browser may not count. */
export function isUncertain() {
  if (Math.abs(apart() - wasApart) > SET) [isDoubtful, answers] = [true, []];
  wasApart = apart();
  return isDoubtful;
}

/** An answer to what was asked at `here`, as the browser counts: at `now` by the service's clock.
    @param {{ here: number, now: number }} answer */
export function correct(answer) {
  const took = passed() - answer.here;
  isDoubtful = false;
  answers.push({ took, ahead: answer.now - answer.here - took / 2 });
  if (answers.length > KEPT) answers.shift();
  ahead = answers.reduce((best, one) => (one.took < best.took ? one : best)).ahead;
}
