// Moves one piece, and ends all movements (motion.js decides what goes where).

/** @param {{x: number, y: number, width: number, height: number}} box */
export const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

const NOWHERE = { x: 0, y: 0 };

/** Moved by `way`, turned and scaled around its middle, or around what is `off` from there and then upright.
    @param {Drawn} piece @param {Vector} way @param {number} turn @param {number} growth @param {Vector} off */
export function at(piece, way = NOWHERE, turn = 0, growth = 1, off = NOWHERE) {
  const box = piece.ownerSVGElement ? /** @type {any} */ (piece).getBBox() : { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = inOwnUnits(piece, way.x, way.y);
  const [dx, dy] = inOwnUnits(piece, off.x, off.y);
  const own = middle(box);
  const upright = off === NOWHERE ? [0, 1] : [-turn, 1 / growth];
  return {
    transform:
      `translate(${x + own.x}px, ${y + own.y}px) rotate(${turn}deg) scale(${growth}) translate(${dx}px, ${dy}px) ` +
      `rotate(${upright[0]}deg) scale(${upright[1]}) translate(${-own.x}px, ${-own.y}px)`,
  };
}

const moving = new WeakMap(); // board: how many of its pieces are on their way

/** @param {Drawn} piece @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
export function run(piece, frames, timing) {
  const board = piece.ownerSVGElement;
  const count = (/** @type {number} */ by) => {
    if (!board) return;
    moving.set(board, (moving.get(board) ?? 0) + by);
    board.classList.toggle("is-moving", moving.get(board) > 0); // may be seen beyond the board's edge
  };
  count(1);
  // On its way it takes no click from what lies below it, unless there are things on it that can be chosen.
  if (!piece.querySelector("[data-target]")) piece.style.pointerEvents = "none";
  const done = () => {
    count(-1);
    piece.style.pointerEvents = "";
  };
  const own = ownTransform(piece);
  const whole = frames.map((frame) => ({ ...frame, transform: `${own} ${frame.transform}` }));
  const animation = piece.animate(whole, timing);
  running.add(animation);
  return animation.finished.then(done, done).then(() => running.delete(animation));
}

/** What moves it already. WebKit does not count the attribute among the styles, so that nothing can be added to it
    there. @param {Drawn} piece */
function ownTransform(piece) {
  const { transform } = getComputedStyle(piece);
  if (transform !== "none" || !(piece instanceof SVGGraphicsElement)) return transform === "none" ? "" : transform;
  const matrix = [...piece.transform.baseVal].reduce((all, one) => all.multiply(one.matrix), new DOMMatrix());
  return matrix.isIdentity ? "" : matrix.toString();
}

/** @type {Set<Animation>} */
const running = new Set();

function finish() {
  for (const animation of running) animation.finish();
}

for (const press of ["pointerdown", "keydown"]) addEventListener(press, finish, { capture: true, passive: true });

/** A way on the screen in the units that the piece is drawn in.
    @param {Drawn} piece @param {number} x @param {number} y */
function inOwnUnits(piece, x, y) {
  if (!piece.ownerSVGElement) return [x, y]; // HTML, or a drawing of its own: moved in pixels, whatever is drawn in it
  const matrix = /** @type {DOMMatrix} */ (piece.getScreenCTM?.()); // on the page, so there is one
  const back = new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, 0, 0]).inverse();
  const point = back.transformPoint({ x, y });
  return [point.x, point.y];
}
