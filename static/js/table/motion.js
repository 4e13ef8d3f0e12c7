// Pieces glide from where they were to where they are: first, last, invert, play.
// A piece is any [data-piece] that the page held before and holds after a change.

const DURATION = 420;
const MOST = 60;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const regionOf = (piece) => piece.closest("[data-region]");

/** Where every piece is now, within its region: that may itself change its place. */
export function snapshot(root) {
  const places = new Map();
  if (still.matches) return places;
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const region = regionOf(piece);
    const [box, frame] = [piece.getBoundingClientRect(), region.getBoundingClientRect()];
    if (box.width) places.set(piece.dataset.piece, { region, x: box.x - frame.x, y: box.y - frame.y });
  }
  return places;
}

/** Moves the pieces from the places in `before` to their own. Never holds anything up. */
export function play(root, before) {
  if (still.matches || !before.size) return;
  const moves = [];
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const was = before.get(piece.dataset.piece);
    const to = piece.getBoundingClientRect();
    if (!to.width || !visible(to)) continue;
    if (!was) {
      moves.push({ piece, appears: true });
      continue;
    }
    const frame = was.region.getBoundingClientRect();
    const way = { x: frame.x + was.x - to.x, y: frame.y + was.y - to.y };
    if (Math.abs(way.x) > 1 || Math.abs(way.y) > 1) moves.push({ piece, way });
  }
  if (moves.length > MOST) return; // another position altogether
  moves.forEach((move, order) => animate(move, Math.min(order * 35, 350)));
}

const visible = (box) => box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;

function animate({ piece, way, appears }, delay) {
  const timing = { duration: DURATION, delay, easing: "cubic-bezier(.25,.7,.25,1)", fill: "backwards" };
  if (appears) {
    piece.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    return;
  }
  const [x, y] = inOwnUnits(piece, way.x, way.y);
  // Added to the piece's own transform, so that it may have one.
  const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }];
  const board = piece.ownerSVGElement;
  board?.classList.add("is-moving"); // lets the piece be seen beyond the edge of its board
  piece.animate(frames, { ...timing, composite: "add" }).finished.then(
    () => settle(board),
    () => settle(board),
  );
}

function settle(board) {
  if (board && !board.getAnimations({ subtree: true }).some((each) => each.playState === "running" && each.effect.getTiming().duration === DURATION)) {
    board.classList.remove("is-moving");
  }
}

/** A way on the screen in the units that the piece is drawn in. */
function inOwnUnits(piece, x, y) {
  const matrix = piece.getScreenCTM?.();
  if (!matrix) return [x, y];
  const back = new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, 0, 0]).inverse();
  const point = back.transformPoint({ x, y });
  return [point.x, point.y];
}
