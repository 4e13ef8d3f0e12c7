// The current reader. Since the page was loaded, somebody may have signed in or out in another tab. Then the
// tokens in its forms are no longer valid.

import { correct } from "./clock.js";

const PATIENCE = 10000; // ms

/** Asks the service; null without an answer. @param {{[name: string]: string}} [more]
    @returns {Promise<Reader | null>} */
export async function askReader(more) {
  const here = performance.now();
  const { reader = "" } = document.documentElement.dataset;
  const query = new URLSearchParams({ page: reader, at: location.pathname + location.search, ...more });
  const answer = await fetch(`/accounts/reader/?${query}`, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  const found = answer?.ok ? await answer.json().catch(() => null) : null;
  if (found) correct({ here, now: found.now });
  return found;
}
