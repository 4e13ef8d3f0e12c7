// When to try to connect again: soon at first, then at growing intervals, for many may be waiting.

const FIRST_WAIT = 1000;
export const LONGEST_LIVE_WAIT = 2000; // where a clock runs, at first
const LONGEST_WAIT = 30000;
const OUTAGE = 10000; // from then on also where a clock runs the waits grow: not all can come at once
const STEADY = 10000; // a socket that was open for less is retried with a growing back-off
const PATIENCE = 4000; // for the first attempt to connect

/** The pace of one page's attempts. */
export function paceOf() {
  let wait = FIRST_WAIT;
  let patience = PATIENCE;
  let lostAt = 0;
  let awayUntil = 0; // there is no place for a socket until then
  const now = () => performance.now();
  return {
    isAway: () => now() < awayUntil,
    /** Whether an attempt that was begun then takes too long. @param {number} begun */
    isTooLong: (begun) => now() > begun + patience,
    soon: () => (wait = FIRST_WAIT),
    gaveUp: () => (patience = Math.min(2 * patience, LONGEST_WAIT)),
    /** @param {string} reason the seconds until there may be a place */
    turnedAway: (reason) => (awayUntil = now() + (1000 * Number(reason) || LONGEST_WAIT)),
    /** A connection is lost that was open since then. @param {number} opened */
    lost(opened) {
      lostAt = now();
      if (lostAt - opened > STEADY) [wait, patience] = [FIRST_WAIT, PATIENCE];
    },
    /** The ms until the next attempt. @param {boolean} isLive */
    next(isLive) {
      const rest = awayUntil - now();
      if (rest > 0) return rest;
      const chosen = wait / 2 + (Math.random() * wait) / 2;
      wait = Math.min(wait * 2, isLive && now() < lostAt + OUTAGE ? LONGEST_LIVE_WAIT : LONGEST_WAIT);
      return chosen;
    },
  };
}
