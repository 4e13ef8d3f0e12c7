// What every page can do beyond plain HTML: theme, menus, tips, deadlines, toasts.
// Everything here is a comfort; all pages work without it.
"use strict";

(() => {
  const root = document.documentElement;
  root.classList.add("js");

  // --- Theme: a cookie, so that the server draws the right one at once ---
  function setTheme(theme) {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    const age = theme ? 31536000 : 0;
    document.cookie = `theme=${theme}; path=/; max-age=${age}; samesite=lax`;
    for (const button of document.querySelectorAll("[data-set-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme));
    }
  }

  // --- Menus close on Escape and on a click elsewhere ---
  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      if (menu !== except) menu.open = false;
    }
  }

  // --- Tips: a popover opens on hover, focus and tap ---
  // [popovertarget].tip has its words beside it; [data-tip] (inside boards) shares one popover.
  const sharedTip = document.createElement("div");
  sharedTip.className = "tip-text";
  sharedTip.popover = "manual";
  sharedTip.setAttribute("role", "tooltip");
  document.body.append(sharedTip);
  let openTip = null;

  function tipOf(source) {
    if (source.matches(".tip")) return document.getElementById(source.getAttribute("popovertarget"));
    sharedTip.textContent = source.dataset.tip;
    return sharedTip;
  }

  function place(tip, source) {
    // Beside the thing explained, always inside the window; also for SVG, which cannot be an anchor.
    const at = source.getBoundingClientRect();
    const box = tip.getBoundingClientRect();
    const left = at.left + at.width / 2 - box.width / 2;
    const top = at.top - box.height - 8;
    tip.style.setProperty("position-area", "none");
    tip.style.margin = "0";
    tip.style.inset = "auto";
    tip.style.left = `${Math.max(8, Math.min(left, root.clientWidth - box.width - 8))}px`;
    tip.style.top = `${top >= 8 ? top : Math.min(at.bottom + 8, root.clientHeight - box.height - 8)}px`;
  }

  function showTip(source) {
    const tip = tipOf(source);
    if (!tip || openTip?.source === source) return;
    hideTip();
    tip.showPopover();
    place(tip, source);
    openTip = { tip, source };
  }

  function hideTip() {
    if (openTip?.tip.isConnected && openTip.tip.matches(":popover-open")) openTip.tip.hidePopover();
    openTip = null;
  }

  const tipSource = (event) => event.target instanceof Element && event.target.closest(".tip, [data-tip]");

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const source = tipSource(event);
    if (source) showTip(source);
    else if (openTip && !openTip.tip.contains(event.target)) hideTip();
  });
  document.addEventListener("focusin", (event) => {
    const source = tipSource(event);
    if (source?.matches(":focus-visible")) showTip(source);
    else if (openTip && openTip.source !== source) hideTip();
  });
  document.addEventListener("focusout", (event) => {
    if (openTip?.source === event.target) hideTip();
  });

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const theme = event.target.closest("[data-set-theme]");
    if (theme) setTheme(theme.dataset.setTheme);
    closeMenus(event.target.closest("details[data-menu]"));

    const source = tipSource(event);
    if (source?.matches(".tip")) {
      event.preventDefault(); // the popover is ours to toggle now
      showTip(source);
    } else if (source && !event.target.closest("a")) {
      showTip(source);
    } else {
      hideTip();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    hideTip();
    const menu = event.target instanceof Element && event.target.closest("details[data-menu][open]");
    closeMenus(null);
    if (menu) menu.querySelector("summary").focus();
  });
  addEventListener("scroll", hideTip, { passive: true, capture: true });

  // --- Deadlines: keep the time left true while the page is open ---
  const units = ["day", "hour", "minute"];
  const [days, hours, minutes] = units.map(
    (unit) =>
      new Intl.NumberFormat(root.lang, {
        style: "unit",
        unit,
        unitDisplay: unit === "day" ? "long" : "short",
      }),
  );

  function duration(seconds) {
    const total = Math.max(0, Math.floor(seconds / 60));
    const [d, h, m] = [Math.floor(total / 1440), Math.floor((total % 1440) / 60), total % 60];
    if (d) return h ? `${days.format(d)} ${hours.format(h)}` : days.format(d);
    if (h) return m ? `${hours.format(h)} ${minutes.format(m)}` : hours.format(h);
    return minutes.format(m);
  }

  function refreshDeadlines() {
    for (const time of document.querySelectorAll("time[data-deadline]")) {
      const words = duration((Date.parse(time.dateTime) - Date.now()) / 1000);
      if (time.textContent !== words) time.textContent = words;
    }
  }
  refreshDeadlines();
  setInterval(refreshDeadlines, 20000);

  // --- An installed app says so itself when there is no connection ---
  if (matchMedia("(display-mode: standalone)").matches) {
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
  }

  // --- Who signs out is told nothing more on this device ---
  async function endPush() {
    const registration = await navigator.serviceWorker?.getRegistration("/");
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[action='/accounts/logout/']")) return;
    event.preventDefault();
    const patience = new Promise((done) => setTimeout(done, 2000));
    Promise.race([endPush(), patience]).finally(() => event.target.submit());
  });

  // --- Words for the reader: a toast on the screen, an announcement for screen readers ---
  const toasts = document.querySelector("[data-toasts]");
  const announcer = document.querySelector("[data-announcer]");

  function toast(text, seconds = 6) {
    const box = document.createElement("div");
    box.className = "toast";
    box.textContent = text;
    toasts.append(box);
    setTimeout(() => box.remove(), seconds * 1000);
  }

  function announce(text) {
    announcer.textContent = "";
    setTimeout(() => (announcer.textContent = text), 50); // a change is what gets read out
  }

  window.frame = { toast, announce, refreshDeadlines };
})();
