// The service's time: what a socket's answers say of it corrects this machine's clock, which may be wrong and drift.

const KEPT = 8; // answers; the one that came quickest is the most exact of them
/** @type {{ took: number, ahead: number }[]} */
const answers = [];

/** How far the service's clock is ahead of ours, in milliseconds. */
let ahead = 0;

/** The service's time, in milliseconds since 1970. */
export const now = () => Date.now() + ahead;

/** An answer to what we said at `here` by our clock: at `now` by the service's. @param {{ here: number, now: number }} answer */
export function correct(answer) {
  const took = Date.now() - answer.here;
  answers.push({ took, ahead: answer.now - answer.here - took / 2 });
  if (answers.length > KEPT) answers.shift();
  ahead = answers.reduce((best, each) => (each.took < best.took ? each : best)).ahead;
}
