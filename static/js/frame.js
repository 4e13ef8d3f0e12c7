// What every page can do beyond plain HTML: theme, menus, tips, deadlines, being an installed app.
// All pages work without this.

import "./deadlines.js";
import "./forms.js";
import "./tips.js";
import "./wrong.js";

const root = document.documentElement;
root.classList.add("js");

/** A cookie, so that the server draws the right theme at once. @param {string} theme */
function setTheme(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  const age = theme ? 31536000 : 0;
  document.cookie = `theme=${theme}; path=/; max-age=${age}; samesite=lax`;
  for (const button of document.querySelectorAll("[data-set-theme]")) {
    button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme));
  }
}

/** Menus close on Escape and on a click elsewhere. @param {HTMLElement | null} except */
function closeMenus(except) {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const theme = event.target.closest("[data-set-theme]");
  if (theme) setTheme(theme.dataset.setTheme);
  closeMenus(event.target.closest("details[data-menu]"));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = event.target instanceof Element && event.target.closest("details[data-menu][open]");
  closeMenus(null);
  if (menu) menu.querySelector("summary").focus();
});

// An installed app says so itself when there is no connection.
if (matchMedia("(display-mode: standalone)").matches) {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** Ends push notifications on this device when the reader signs out. */
async function endPush() {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !event.target.matches("[action='/accounts/logout/']")) return;
  event.preventDefault();
  const patience = new Promise((done) => setTimeout(done, 2000));
  Promise.race([endPush().catch(() => {}), patience]).then(() => event.target.submit());
});

// Tells the server in which time zone the reader is: a cookie, so that pages show times rightly
// even before anybody has an account, and new accounts begin with it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const cookie = `time_zone=${encodeURIComponent(zone)}`;
if (zone && !document.cookie.split("; ").includes(cookie)) {
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
  // The first page was made without the time zone: load it again if it shows times to a stranger.
  const told = document.cookie.includes(cookie) && zone !== "UTC";
  if (told && document.querySelector("main time") && !document.querySelector(".site-bell")) location.reload();
}
