// The service's time. It came with the page, and the browser counts the time since then: this machine's clock may be
// wrong, and may be changed while the page is open. Later answers make it more exact.

const KEPT = 8; // answers; the quickest one is the most exact
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

/** An answer to a question at `here` by the browser's count: `now` is the service's time.
    By `back`, which we send back at once, the service measures how long that takes.
    @param {{ here: number, now: number, back?: number }} answer @param {WebSocket | null} socket */
export function correct(answer, socket = null) {
  if (answer.back) socket?.send(JSON.stringify({ back: answer.back }));
  const took = passed() - answer.here;
  isDoubtful = false;
  answers.push({ took, ahead: answer.now - answer.here - took / 2 });
  if (answers.length > KEPT) answers.shift();
  ahead = answers.reduce((best, one) => (one.took < best.took ? one : best)).ahead;
}
