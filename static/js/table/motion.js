// Pieces glide from where they were to where they are: first, last, invert, play.
// A piece is any [data-piece] that the page held before and holds after a change. Those that the
// log names go in its order: a boat sails with what lies on it, which then comes off one by one. Where
// [data-heading] says another angle than before, it turns on its way; what is [data-thrown] and was not tumbles. Any
// press ends all of it.

import { at, middle, run } from "./gliding.js";

const GLIDE = 420;
const SAIL = 900;
const TURN = 200; // between one named piece and the next
const TUMBLE = 360;
const MOST = 60;
const ABOVE = { x: 0, y: -16 }; // what is unloaded is held there,
const HELD = 0.7; // for so much of its way
const EASING = "cubic-bezier(.25,.7,.25,1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where every piece is now, within its region: that may itself change its place.
    @param {HTMLElement} root @returns {Map<string, Place>} */
export function snapshot(root) {
  const places = new Map();
  if (still.matches) return places;
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const region = piece.closest("[data-region]");
    const [box, frame] = [piece.getBoundingClientRect(), region.getBoundingClientRect()];
    const { width, height } = box;
    const [x, y, heading] = [box.x - frame.x, box.y - frame.y, headingOf(piece)];
    const thrown = isThrown(piece);
    if (width) places.set(piece.dataset.piece, { region, width, height, x, y, heading, thrown });
  }
  return places;
}

/** Moves the pieces from the places in `before` to their own; `named` ones in turn. Holds nothing up.
    @param {HTMLElement} root @param {Map<string, Place>} before */
export function play(root, before, named = /** @type {string[]} */ ([])) {
  if (still.matches || !before.size) return;
  const moves = [...root.querySelectorAll("[data-piece]")].map((piece) => moved(piece, before)).filter(Boolean);
  if (moves.length > MOST) return; // another position altogether
  const inTurn = named.map((name) => moves.find((move) => move.name === name)).filter(Boolean);
  const others = moves.filter((move) => !inTurn.includes(move));
  for (const [order, move] of others.entries()) start(move, Math.min(order * 35, 350));
  playInTurn(inTurn);
}

/** How a piece has moved: way leads back to where it was; none for one that appears.
    @param {Drawn} piece @param {Map<string, Place>} before @returns {Move | null} */
function moved(piece, before) {
  const was = before.get(piece.dataset.piece);
  const to = piece.getBoundingClientRect();
  if (!to.width || !visible(to)) return null;
  const name = piece.dataset.piece;
  if (!was) return { piece, name };
  const frame = was.region.getBoundingClientRect();
  const [x, y] = [frame.x + was.x, frame.y + was.y];
  const [from, now] = [middle({ ...was, x, y }), middle(to)];
  const way = { x: from.x - now.x, y: from.y - now.y };
  if (Math.abs(way.x) <= 1 && Math.abs(way.y) <= 1) return null;
  const turn = headingOf(piece) - was.heading + (isThrown(piece) && !was.thrown ? TUMBLE : 0);
  const growth = turn ? Math.max(to.width, to.height) / Math.max(was.width, was.height) : 1;
  return { piece, name, way, turn, growth, was: { ...was, x, y } };
}

/** @param {Drawn} piece */
const isThrown = (piece) => "thrown" in piece.dataset;

/** @param {Drawn} piece */
const headingOf = (piece) => Number(piece.dataset.heading) || 0;

/** @param {DOMRect} box */
const visible = (box) => box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;

/** Whether the one lay on the other, which carries it. @param {Glide} one @param {Glide} other */
function lay({ was: one }, { was: other }) {
  const { x, y } = middle(one);
  return other.x < x && x < other.x + other.width && other.y < y && y < other.y + other.height;
}

/** @param {Move[]} moves */
function playInTurn(moves) {
  let clock = 0;
  /** @type {Carrier[]} */
  const carriers = [];
  moves.forEach((move, order) => {
    const carrier = move.way && carriers.find((other) => lay(move, other));
    const carries = move.way && !carrier && moves.slice(order + 1).some((other) => other.way && lay(other, move));
    if (carries) carriers.push({ ...move, from: clock });
    start(move, clock, { duration: carries ? SAIL : GLIDE, carrier });
    clock += carries ? SAIL : TURN;
  });
}

/** @param {Move} move @param {number} delay @param {{duration?: number, carrier?: Carrier | null}} options */
function start(move, delay, { duration = GLIDE, carrier = null } = {}) {
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration, delay, easing: EASING, fill: "backwards" };
  const { piece, way, name } = move;
  if (!way) {
    const dropped = { opacity: 0, ...at(piece, { x: 0, y: -28 }, isThrown(piece) ? -TUMBLE / 2 : 0) };
    run(piece, [dropped, { opacity: 1, ...at(piece) }], timing);
  } else if (!carrier || carrier.name === name) {
    run(piece, [at(piece, way, -move.turn, 1 / move.growth), at(piece)], timing);
  } else {
    ride(move, carrier, delay);
  }
}

/** It lies on its carrier, goes and turns with it, but stays upright; then it glides over its own place and drops.
    @param {Glide} move @param {Carrier} carrier @param {number} delay */
function ride({ piece, way, was }, carrier, delay) {
  const [here, there] = [middle(was), middle(carrier.was)];
  const off = { x: here.x - there.x, y: here.y - there.y }; // from the middle of its carrier
  const begin = { x: way.x - off.x, y: way.y - off.y };
  const end = { x: begin.x - carrier.way.x, y: begin.y - carrier.way.y };
  const angle = (carrier.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * carrier.growth, Math.sin(angle) * carrier.growth];
  const left = { x: end.x + off.x * cos - off.y * sin, y: end.y + off.x * sin + off.y * cos };
  const whole = delay + GLIDE;
  const frames = [
    { ...at(piece, begin, 0, 1, off), offset: 0 },
    { ...at(piece, begin, 0, 1, off), offset: carrier.from / whole, easing: EASING },
    { ...at(piece, end, carrier.turn, carrier.growth, off), offset: (carrier.from + SAIL) / whole },
    { ...at(piece, left), offset: (carrier.from + SAIL) / whole },
    { ...at(piece, left), offset: delay / whole, easing: EASING },
    { ...at(piece, ABOVE), offset: (delay + GLIDE * HELD) / whole, easing: "ease-in" },
    { ...at(piece), offset: 1 },
  ];
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration: whole, fill: "backwards" };
  const ended = run(piece, frames, timing);
  const copy = copyAbove(piece, carrier.piece);
  if (!copy) return;
  piece.style.visibility = "hidden";
  run(copy, frames, timing);
  ended.then(() => {
    piece.style.visibility = "";
    copy.parentElement.remove();
  });
}

/** What is drawn before its carrier would lie below it: a copy that is drawn last; null where that is not so.
    @param {Drawn} piece @param {Drawn} carrier @returns {Drawn | null} */
function copyAbove(piece, carrier) {
  const board = /** @type {any} */ (piece.closest("svg.board"));
  const isBelow = piece.compareDocumentPosition(carrier) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!board?.contains(carrier) || !isBelow) return null;
  const place = document.createElementNS(board.namespaceURI, "g");
  const own = /** @type {any} */ (piece.parentNode).getScreenCTM();
  const { a, b, c, d, e, f } = board.getScreenCTM().inverse().multiply(own);
  place.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  place.setAttribute("aria-hidden", "true");
  const copy = /** @type {Drawn} */ (piece.cloneNode(true));
  for (const name of ["id", "data-piece"]) copy.removeAttribute(name);
  place.append(copy);
  board.append(place);
  return copy;
}
