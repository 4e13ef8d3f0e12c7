// Passkeys: a form's button asks the browser for one, and the form sends the answer.

import { announce } from "./announcer.js";
import { canSend } from "./forms.js";

const known = typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

for (const words of document.querySelectorAll("[data-no-passkeys]")) words.hidden = known;

for (const form of known ? document.querySelectorAll("form[data-passkey]") : []) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = form.querySelector("[data-passkey-failed]");
    problem.hidden = true;
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const credential = await acts[form.dataset.passkey](await options(form));
      form.credential.value = JSON.stringify(credential);
      if (await canSend(form)) form.submit();
    } catch (/** @type {any} */ error) {
      problem.textContent = problem.dataset[reasons[error.name] ?? "passkeyFailed"];
      problem.hidden = false;
      announce(problem.textContent);
    } finally {
      button.disabled = false;
    }
  });
}

/** @type {{[act: string]: (asked: any) => Promise<Credential | null>}} */
const acts = {
  /** A new passkey, stored on the device and protected by finger, face or PIN, which can replace the password. */
  create({ publicKey }) {
    const wish = publicKey.authenticatorSelection ?? {};
    const selection = { ...wish, residentKey: "required", requireResidentKey: true, userVerification: "required" };
    const asked = { ...publicKey, authenticatorSelection: selection };
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) });
  },
  get({ publicKey }) {
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
  },
};

/** @type {{[error: string]: string}} */
const reasons = {
  InvalidStateError: "passkeyThere",
  SecurityError: "passkeyPlace",
  Unanswered: "passkeyUnanswered",
};

/** The options for the browser: from the page, or fresh from the server. @param {HTMLFormElement} form */
async function options(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.dataset.ask).catch(() => null);
  if (answer?.ok) return answer.json();
  throw Object.assign(new Error("no options"), { name: "Unanswered" });
}
