// Positions of the past as the reader may see them: fetched once, kept, the neighbours ahead.

import { words } from "./page.js";

const MOST = 60;
const kept = new Map(); // number: promise of {number, told, regions}

/** The position after this move; null where it cannot be had. */
export function position(number) {
  if (!kept.has(number)) {
    kept.set(number, fetched(number));
    if (kept.size > MOST) kept.delete(kept.keys().next().value);
  }
  return kept.get(number);
}

async function fetched(number) {
  const address = new URL(words.news, location.href);
  address.searchParams.set("at", number);
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer?.ok) return answer.json();
  kept.delete(number);
  return null;
}
