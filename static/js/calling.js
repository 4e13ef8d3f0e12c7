// A sound and a vibration when it is the reader's turn, and when little time is left for it: each only where it was
// chosen in the menu, on this device.

import { device } from "./remembered.js";

/** @type {AudioContext | null} */
let audio = null;

const TURN = { notes: [523, 784], shakes: [120, 80, 120] };
const HURRY = { notes: [880, 880, 880], shakes: [60, 60, 60, 60, 60] };
/** @typedef {typeof TURN} Call */
const WAYS = { sound: ring, vibration: shake };

/** @param {string} way */
const isOn = (way) => device.get(way) === "yes";

/** It is the reader's turn. */
export function call(what = TURN) {
  for (const [way, act] of Object.entries(WAYS)) if (isOn(way)) act(what);
}

/** Little time is left for it. */
export const callToHurry = () => call(HURRY);

/** Soft notes, one after the other; nothing while the browser allows no sound yet. @param {Call} what */
function ring({ notes }) {
  audio ??= new AudioContext();
  for (const [order, pitch] of notes.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + order * 0.14;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  }
}

/** @param {Call} what */
function shake({ shakes }) {
  navigator.vibrate(shakes);
}

/** @param {HTMLElement} button */
function show(button) {
  button.setAttribute("aria-pressed", String(isOn(button.dataset.call)));
}

for (const button of document.querySelectorAll("[data-call]")) {
  const way = button.dataset.call;
  button.hidden = way === "vibration" && !("vibrate" in navigator);
  show(button);
  button.addEventListener("click", () => {
    device.set(way, isOn(way) ? "no" : "yes");
    show(button);
    if (isOn(way)) WAYS[/** @type {keyof typeof WAYS} */ (way)](TURN); // as it will be
  });
}
