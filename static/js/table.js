// The table: choices by board and bar, sending them, and keeping the page true.
// Everything here is a shortcut over links and forms that work without it.
"use strict";

(() => {
  const table = document.querySelector("[data-table]");
  if (!table) return;
  const words = table.dataset;

  // --- Where the reader is in choosing -----------------------------------------------------------
  const ROOT = { prefix: [], on: [] };
  let data = null; // the open decision's choices
  let path = [ROOT]; // from nothing to as far as it is narrowed
  let busy = false; // a choice is on its way
  const asked = new URLSearchParams(location.search);
  let wholeBar = !asked.has("prefix") && !asked.has("on"); // the server drew all of the decision

  const here = () => path[path.length - 1];
  const decision = () => table.querySelector(".decision");

  /** Takes up the decision that the page now shows. */
  function readDecision() {
    const source = table.querySelector("[data-choices]");
    data = source ? JSON.parse(source.textContent) : null;
    path = [ROOT];
    showChoices();
  }

  function go(step) {
    if (step.choice) {
      send(step.choice);
      return;
    }
    path.push(step.at);
    showChoices();
    // The bar now asks something else: say so to those who do not see it.
    window.frame.announce([...choicesBox().querySelectorAll("button")].map((b) => b.textContent).join(", "));
  }

  function back() {
    if (path.length < 2) return false;
    path.pop();
    showChoices();
    return true;
  }

  function restart() {
    path = [ROOT];
    showChoices();
  }

  function showChoices() {
    lightBoard();
    showBar();
  }

  /** Makes links of what can be picked now, and drawings of everything else. */
  function lightBoard() {
    const steps = data ? window.choosing.targets(data, here()) : new Map();
    const picked = data ? window.choosing.picked(data, here()) : new Set();
    for (const thing of table.querySelectorAll("[data-target]")) {
      const name = thing.dataset.target;
      const step = steps.get(name);
      let link = thing.querySelector(":scope > a.choice");
      if (!step && !picked.has(name)) {
        link?.replaceWith(...link.childNodes);
        continue;
      }
      if (!link) {
        link = document.createElementNS(thing.namespaceURI, "a");
        link.append(...thing.childNodes);
        thing.append(link);
      }
      link.setAttribute("class", step ? "choice" : "choice is-chosen");
      link.setAttribute("href", "?" + (step ? address(step) : ""));
      const said = step ? step.label : words.chosen;
      link.setAttribute("aria-label", [thing.dataset.name, said].filter(Boolean).join(": "));
    }
  }

  function address({ choice, at }) {
    const query = new URLSearchParams();
    const prefix = choice ?? at.prefix;
    if (prefix.length) query.set("prefix", JSON.stringify(prefix));
    for (const target of at?.on ?? []) query.append("on", target);
    return query;
  }

  const serverChoices = () => decision()?.querySelectorAll(":scope > form.decision-choices, :scope > .decision-more, :scope > .decision-crumbs") ?? [];

  function choicesBox() {
    let box = decision().querySelector("[data-narrowing]");
    if (!box) {
      box = document.createElement("div");
      box.className = "decision-choices";
      box.dataset.narrowing = "";
      decision().append(box);
    }
    return box;
  }

  /** In the bar: as the server drew it while nothing is chosen, else the next parts and the way back. */
  function showBar() {
    if (!decision()) return;
    const narrowed = data && (path.length > 1 || !wholeBar);
    for (const part of serverChoices()) part.hidden = Boolean(narrowed);
    decision().querySelector("[data-narrowing]")?.replaceChildren();
    if (!narrowed) return;
    const hadFocus = document.activeElement === document.body;
    const box = choicesBox();
    if (path.length > 1) box.append(makeButton(`← ${words.back}`, back, "button-plain"));
    for (const step of window.choosing.steps(data, here())) box.append(makeButton(step.label, () => go(step)));
    if (hadFocus) box.querySelector("button:nth-child(2)")?.focus({ preventScroll: true });
  }

  function makeButton(text, action, kind = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `button ${kind}`;
    button.textContent = text;
    button.addEventListener("click", action);
    return button;
  }

  // --- Clicks and keys ---------------------------------------------------------------------------
  table.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const thing = event.target.closest("[data-target]");
    const barLink = event.target.closest(".decision-choices a[href]");
    if (thing && data) pick(event, thing.dataset.target);
    else if (barLink && data) {
      const query = new URLSearchParams(new URL(barLink.href).search);
      event.preventDefault();
      path.push({ prefix: JSON.parse(query.get("prefix") ?? "[]"), on: query.getAll("on") });
      showChoices();
    }
  });

  function pick(event, name) {
    if (busy) {
      event.preventDefault();
      return;
    }
    const step = window.choosing.targets(data, here()).get(name);
    const link = event.target.closest("a.choice");
    if (step) go(step);
    else if (window.choosing.picked(data, here()).has(name)) restart();
    else if (path.length > 1 && window.choosing.targets(data, ROOT).has(name)) {
      path = [ROOT]; // a change of mind: this one instead
      go(window.choosing.targets(data, ROOT).get(name));
    } else return;
    event.preventDefault();
    if (link) refocus(name);
  }

  function refocus(name) {
    const again = table.querySelector(`[data-target="${CSS.escape(name)}"] > a.choice`);
    if (again && document.activeElement !== again && document.activeElement === document.body) again.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && back()) event.preventDefault();
    // A link in a drawing answers to the space bar as a button does.
    const link = event.target instanceof Element && event.target.closest("svg a.choice");
    if (link && event.key === " ") {
      event.preventDefault();
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });

  table.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    event.preventDefault();
    if (busy) return;
    const body = new FormData(form, event.submitter);
    deliver(form.getAttribute("action"), body).then((done) => {
      if (done && "clear" in form.dataset) form.reset();
    });
  });

  /** A whole choice: sent as the form in the bar would send it. */
  function send(choice) {
    const form = decision().querySelector("form.decision-choices");
    const body = new FormData(form);
    body.set("choice", JSON.stringify(choice));
    for (const link of table.querySelectorAll("a.choice.is-chosen")) link.classList.add("is-sent");
    deliver(form.getAttribute("action"), body);
  }

  // --- Sending: nothing is lost, nothing is done twice ---------------------------------------------
  async function deliver(url, body) {
    setBusy(true);
    try {
      return await attempt(url, body);
    } finally {
      setBusy(false);
    }
  }

  function setBusy(on) {
    busy = on;
    decision()?.setAttribute("aria-busy", String(on));
    if (!on && again) refresh(); // news that came in meanwhile
  }

  async function attempt(url, body) {
    let wait = 1000;
    for (;;) {
      body.set("have", have());
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: { Accept: "application/json" },
      }).catch(() => null);
      if (answer && answer.status !== 503) return receive(answer);
      // Away or busy: the same form again, with the same key, so it counts once.
      say(words.offline);
      await Promise.race([pause(wait), new Promise((go) => addEventListener("online", go, { once: true }))]);
      wait = Math.min(wait * 2, 30000);
    }
  }

  const pause = (time) => new Promise((go) => setTimeout(go, time));

  async function receive(answer) {
    if (answer.status === 205) {
      location.assign(location.pathname);
      return true;
    }
    const news = await answer.json().catch(() => null);
    if (answer.status === 401 && news?.to) {
      location.assign(news.to);
      return false;
    }
    if (!news?.regions) {
      say(words.failed);
      showChoices();
      return false;
    }
    say(news.message);
    apply(news);
    if (!answer.ok) restart();
    return answer.ok;
  }

  // --- What the page shows -----------------------------------------------------------------------
  const regions = () => table.querySelectorAll("[data-region]");
  const have = () => [...regions()].map((part) => `${part.dataset.region}:${part.dataset.hash}`).join(",");

  /** Puts in what has changed, moves the pieces, and says it. */
  function apply(news) {
    if (news.version < Number(words.version)) return; // an answer that was overtaken
    const changed = news.version > Number(words.version);
    words.version = news.version;
    words.stamp = news.stamp;
    document.title = news.title + document.title.slice(document.title.lastIndexOf(" · "));
    showWaiting(news.waiting);
    const before = window.motion.snapshot(table);
    const focus = rememberFocus();
    for (const part of regions()) {
      const fresh = news.regions[part.dataset.region];
      if (fresh) swap(part, fresh);
    }
    showPresence();
    if (news.regions.result) openPoints();
    if (news.regions.decision) {
      wholeBar = true;
      readDecision();
    } else showChoices();
    focus();
    window.frame.refreshDeadlines();
    window.motion.play(table, before);
    if (changed && !news.message) window.frame.announce(news.said);
    if (news.regions.chat) {
      seen = -1; // what was said belongs to what was seen
      noteChat();
    }
    tellSeen();
  }

  /** The game has ended: show where the points come from. */
  function openPoints() {
    table.querySelector('[data-region="scores"]').closest("details").open = true;
  }

  function swap(part, fresh) {
    const scrolled = [...part.querySelectorAll(".log, .chat")].map((box) => box.scrollTop);
    const open = [...part.querySelectorAll("details")].map((box) => box.open);
    part.innerHTML = fresh.html;
    part.dataset.hash = fresh.hash;
    const boxes = part.querySelectorAll("details");
    if (boxes.length === open.length) boxes.forEach((box, i) => (box.open = open[i]));
    part.querySelectorAll(".log").forEach((box, i) => (box.scrollTop = scrolled[i] ?? 0));
  }

  /** A function that puts the focus back where it was, or to what came in its place. */
  function rememberFocus() {
    const active = document.activeElement;
    const part = active?.closest?.("[data-region]");
    if (!part) return () => {};
    const name = part.dataset.region;
    const target = active.closest("[data-target]")?.dataset.target;
    return () => {
      if (document.activeElement !== document.body) return;
      const again =
        (target && table.querySelector(`[data-target="${CSS.escape(target)}"] > a.choice`)) ||
        (active.id && document.getElementById(active.id)) ||
        (name.startsWith("board-") || name === "decision" ? decision() : null);
      if (again === decision()) again.tabIndex = -1;
      again?.focus({ preventScroll: true });
    };
  }

  function say(text) {
    const box = table.querySelector("[data-message]");
    box.replaceChildren();
    if (!text) return;
    const notice = document.createElement("div");
    notice.className = "notice notice-warning";
    notice.setAttribute("role", "alert");
    notice.append(Object.assign(document.createElement("div"), { className: "notice-body", textContent: text }));
    box.append(notice);
    if (matchMedia("(max-width: 44rem)").matches) window.frame.toast(text);
  }

  /** The number of games that wait, in the page's head. */
  function showWaiting(count) {
    const badge = document.querySelector('.site-nav a[href="/my/"] .count');
    if (badge) {
      badge.firstChild.data = String(count);
      badge.hidden = !count;
    }
    const next = document.querySelector('.site-header-actions a[href="/next/"]');
    next?.classList.toggle("button-turn", count > 0);
  }

  function noteChat() {
    const talk = document.getElementById("chat");
    if (talk && !talk.open) talk.classList.add("has-news");
    const box = talk?.querySelector(".chat");
    if (box) box.scrollTop = box.scrollHeight;
  }
  document.getElementById("chat")?.addEventListener("toggle", (event) => {
    event.target.classList.remove("has-news");
    const box = event.target.querySelector(".chat");
    if (box) box.scrollTop = box.scrollHeight;
  });

  // --- News --------------------------------------------------------------------------------------
  let asking = null;
  let again = false;

  /** Fetches what is new; several calls at once are one or two requests. */
  function refresh() {
    if (busy || asking) {
      again = true;
      return asking;
    }
    again = false;
    asking = fetchNews().finally(() => {
      asking = null;
      if (again && !busy) refresh();
    });
    return asking;
  }

  async function fetchNews() {
    const address = new URL(words.news, location.href);
    address.searchParams.set("stamp", words.stamp);
    address.searchParams.set("have", have());
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer || answer.status === 204) return;
    if (busy) again = true; // what is being sent will bring newer news
    else if (answer.status === 205) location.reload();
    else if (answer.ok) apply(await answer.json());
  }

  let present = null;

  function showPresence() {
    if (!present) return;
    for (const panel of table.querySelectorAll(".player")) {
      const dot = panel.querySelector("[data-presence]");
      if (!dot) continue;
      const online = present.has(panel.getAttribute("aria-label"));
      dot.classList.toggle("presence-online", online);
      dot.textContent = online ? words.online : words.away;
    }
  }

  function heard(message) {
    if (message.type === "presence") {
      present = new Set(message.users);
      showPresence();
    } else if (message.type !== "game" || message.version > Number(words.version)) refresh();
  }

  // What was on a visible page need not be told by mail.
  let seen = -1;
  function tellSeen() {
    const version = Number(words.version);
    if (!words.seen || document.visibilityState !== "visible" || version <= seen) return;
    const token = table.querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (!token) return;
    seen = version;
    const body = new URLSearchParams({ version, csrfmiddlewaretoken: token });
    fetch(words.seen, { method: "POST", body, keepalive: true }).catch(() => (seen = -1));
  }

  readDecision();
  if (data && !wholeBar) {
    // A link that narrows was opened: go on from there.
    path.push({ prefix: JSON.parse(asked.get("prefix") ?? "[]"), on: asked.getAll("on") });
    if (!window.choosing.narrowed(data, here()).length) path.pop();
    history.replaceState(null, "", location.pathname);
    showChoices();
  }
  tellSeen();
  document.addEventListener("visibilitychange", tellSeen);
  if (words.socket) {
    window.live.follow(words.socket, heard, refresh, (yes) => {
      document.documentElement.dataset.live = yes ? "yes" : "no";
    });
  }
})();
