// Asking the service, and not before it wants to be asked again.

const PATIENCE = 30000; // ms for an answer

let restsUntil = 0;

/** Milliseconds for which nothing is to be asked. */
export const resting = () => Math.max(0, restsUntil - performance.now());

/** Milliseconds after which an answer wants to be asked again; 0 where it says nothing of it. */
export const restAfter = (/** @type {Response | null} */ answer) => 1000 * (Number(answer?.headers.get("Retry-After")) || 0);

/** Ends what waits too long, or when the connection goes: what was asked before may never be answered. */
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

/** As `fetch`, for what a page asks by itself; null where no answer comes, or it is to rest.
    @param {string | URL} address @param {RequestInit} options */
export async function ask(address, options = {}) {
  if (resting()) return null;
  const answer = await fetch(address, { ...options, signal: patience() }).catch(() => null);
  if (answer?.status === 429 || answer?.status === 503) restsUntil = performance.now() + restAfter(answer);
  return answer;
}
