// Pieces glide from where they were to where they are: first, last, invert, play.
// A piece is any [data-piece] that the page held before and holds after a change.
"use strict";

window.motion = (() => {
  const DURATION = 420;
  const MOST = 60;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  /** Where every piece is now: a map from its id to its box in the window. */
  function snapshot(root) {
    const places = new Map();
    if (still.matches) return places;
    for (const piece of root.querySelectorAll("[data-piece]")) {
      places.set(piece.dataset.piece, piece.getBoundingClientRect());
    }
    return places;
  }

  /** Moves the pieces from the places in `before` to their own. Never holds anything up. */
  function play(root, before) {
    if (still.matches || !before.size) return;
    const moves = [];
    for (const piece of root.querySelectorAll("[data-piece]")) {
      const from = before.get(piece.dataset.piece);
      const to = piece.getBoundingClientRect();
      if (!to.width || !visible(to) || (from && !from.width)) continue;
      if (!from) moves.push({ piece, appears: true });
      else if (Math.abs(from.x - to.x) > 1 || Math.abs(from.y - to.y) > 1) moves.push({ piece, from, to });
    }
    if (moves.length > MOST) return; // another position altogether
    moves.forEach((move, order) => animate(move, Math.min(order * 35, 350)));
  }

  const visible = (box) => box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;

  function animate({ piece, from, to, appears }, delay) {
    const timing = { duration: DURATION, delay, easing: "cubic-bezier(.25,.7,.25,1)", fill: "backwards" };
    if (appears) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], timing);
      return;
    }
    const [x, y] = inOwnUnits(piece, from.x - to.x, from.y - to.y);
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

  return { snapshot, play };
})();
