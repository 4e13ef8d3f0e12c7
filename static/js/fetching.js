// Requests to the service, with a back-off when it asks for one.

const PATIENCE = 30000; // ms for an answer

let restsUntil = 0;

/** Milliseconds until the next request is allowed. */
export const resting = () => Math.max(0, restsUntil - performance.now());

/** The back-off in milliseconds that an answer asks for; 0 if none. */
export const restAfter = (/** @type {Response | null} */ answer) => 1000 * (Number(answer?.headers.get("Retry-After")) || 0);

/** Ends requests that wait too long or were sent before the connection was lost: they may never be answered. */
function patience() {
  const waiting = new AbortController();
  const end = () => {
    waiting.abort();
    removeEventListener("offline", end);
  };
  addEventListener("offline", end);
  setTimeout(end, PATIENCE);
  return waiting.signal;
}

/** Like `fetch`, for requests of the page itself; null without an answer, or during a back-off.
    @param {string | URL} address @param {RequestInit} options */
export async function ask(address, options = {}) {
  if (resting()) return null;
  const answer = await fetch(address, { ...options, signal: patience() }).catch(() => null);
  if (answer?.status === 429 || answer?.status === 503) restsUntil = performance.now() + restAfter(answer);
  return answer;
}
