// Pieces glide from where they were to where they are: first, last, invert, play.
// A piece is any [data-piece] that the page held before and holds after a change. Those that the
// log names go in its order: a boat sails with what lies on it, which then comes off one by one.

const GLIDE = 420;
const SAIL = 900;
const TURN = 200; // between one named piece and the next
const MOST = 60;
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
    if (width) places.set(piece.dataset.piece, { region, width, height, x: box.x - frame.x, y: box.y - frame.y });
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
  const way = { x: x - to.x, y: y - to.y };
  return Math.abs(way.x) > 1 || Math.abs(way.y) > 1 ? { piece, name, way, was: { ...was, x, y } } : null;
}

/** @param {DOMRect} box */
const visible = (box) => box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;

/** Whether the one lay on the other, which carries it. @param {Glide} one @param {Glide} other */
function lay({ was: one }, { was: other }) {
  const [x, y] = [one.x + one.width / 2, one.y + one.height / 2];
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
function start({ piece, way, name }, delay, { duration = GLIDE, carrier = null } = {}) {
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration, delay, easing: "cubic-bezier(.25,.7,.25,1)", fill: "backwards" };
  if (!way) {
    const [x, y] = inOwnUnits(piece, 0, -28); // dropped
    run(piece, [{ opacity: 0, transform: `translate(${x}px, ${y}px)` }, { opacity: 1, transform: "translate(0, 0)" }], timing);
  } else if (!carrier || carrier.name === name) {
    run(piece, [at(piece, way), at(piece, { x: 0, y: 0 })], timing);
  } else {
    const whole = delay + GLIDE;
    const there = { x: way.x - carrier.way.x, y: way.y - carrier.way.y };
    const frames = [
      { ...at(piece, way), offset: 0 },
      { ...at(piece, way), offset: carrier.from / whole, easing: timing.easing },
      { ...at(piece, there), offset: (carrier.from + SAIL) / whole },
      { ...at(piece, there), offset: delay / whole, easing: timing.easing },
      { ...at(piece, { x: 0, y: 0 }), offset: 1 },
    ];
    run(piece, frames, { duration: whole, fill: "backwards" });
  }
}

/** @param {Drawn} piece @param {Vector} way */
function at(piece, way) {
  const [x, y] = inOwnUnits(piece, way.x, way.y);
  return { transform: `translate(${x}px, ${y}px)` };
}

const moving = new WeakMap(); // board: how many of its pieces are on their way

/** @param {Drawn} piece @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
function run(piece, frames, timing) {
  const board = piece.ownerSVGElement;
  const count = (/** @type {number} */ by) => {
    if (!board) return;
    moving.set(board, (moving.get(board) ?? 0) + by);
    board.classList.toggle("is-moving", moving.get(board) > 0); // may be seen beyond the board's edge
  };
  count(1);
  // On its way it takes no click from what lies below it, unless it can be chosen itself.
  if (!piece.closest("[data-target]") && !piece.querySelector("[data-target]")) piece.style.pointerEvents = "none";
  const done = () => {
    count(-1);
    piece.style.pointerEvents = "";
  };
  // Added to the piece's own transform, so that it may have one.
  piece.animate(frames, { ...timing, composite: "add" }).finished.then(done, done);
}

/** A way on the screen in the units that the piece is drawn in.
    @param {Drawn} piece @param {number} x @param {number} y */
function inOwnUnits(piece, x, y) {
  const matrix = piece.getScreenCTM?.();
  if (!matrix) return [x, y];
  const back = new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, 0, 0]).inverse();
  const point = back.transformPoint({ x, y });
  return [point.x, point.y];
}
