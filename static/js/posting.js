// The only way in which scripts post. If the token is no longer valid, because the reader has signed in again elsewhere
// in this browser, a new one is fetched and the same is sent again. A key makes it count once.

import { askReader } from "./reader.js";

const PATIENCE = 30000; // ms for one answer
const TOKEN = "csrfmiddlewaretoken";

/** Null without an answer. Nothing is sent for another reader: the answer then has a `message`, and where to sign in.
    @param {string} url @param {FormData | URLSearchParams} data @param {RequestInit} [options]
 * @returns {Promise<Response | null>} */
export async function post(url, data, options) {
  const answer = await send(url, data, options);
  if (!answer?.headers.has("X-Stale-Form")) return answer;
  const reader = await askReader();
  if (!reader) return null;
  if (!reader.same) return Response.json({ message: reader.message, to: reader.to }, { status: 403 });
  renewTokens(reader.token);
  data.set(TOKEN, reader.token);
  return send(url, data, options);
}

/** @param {string} url @param {FormData | URLSearchParams} data @param {RequestInit} [options] */
function send(url, data, options) {
  const body = new URLSearchParams(/** @type {any} */ (data)); // parsed in a sixth of the time of multipart data
  const headers = { Accept: "application/json" };
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(url, { method: "POST", body, headers, signal, ...options }).catch(() => null);
}

/** All forms of the page have this one from now on. @param {string} token */
export function renewTokens(token) {
  for (const field of document.querySelectorAll(`input[name=${TOKEN}]`)) field.value = token;
  for (const part of document.querySelectorAll("[data-token]")) part.dataset.token = token;
}
