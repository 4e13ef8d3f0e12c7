// A table in a frame on another site: shows what is new, and counts its clocks down. Without cookies.

const EVERY = 5000; // ms

let since = performance.now();
const shown = () => /** @type {HTMLElement} */ (document.querySelector("main"));

function tick() {
  const passed = (performance.now() - since) / 1000;
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const left = Math.max(0, Math.ceil(Number(time.dataset.left) - passed));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

async function renew() {
  if (document.visibilityState !== "visible" || !("running" in shown().dataset)) return;
  const answer = await fetch(`${location.pathname}?v=${shown().dataset.version}`, { credentials: "omit" }).catch(() => null);
  if (answer?.status !== 200) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("main");
  if (!fresh) return;
  const picture = new Image(); // until it is there, the one before is shown
  picture.src = fresh.querySelector("img")?.getAttribute("src") ?? "";
  await picture.decode().catch(() => {});
  since = performance.now();
  shown().replaceWith(fresh);
  tick();
}

tick();
setInterval(tick, 250);
setInterval(renew, EVERY);
