// The bar lists glowing things that are out of view.

import { FEW } from "./choosing.js";
import { fold } from "./folding.js";
import { decision } from "./page.js";
import { isInSight, isSheet } from "./sight.js";

let unseen = /** @type {Next[]} */ ([]); // what the bar asks, while it lists something for that reason

/** Nothing on the board stands for it. @param {Step} step */
export const isUnlit = ({ lit }) => !lit;

/** What glows where it cannot be seen is said in the bar, as far as that is little. The bar grows by it, and may cover more.
    @param {Next[]} next */
export function listUnseen(next) {
  unseen = [];
  for (let before = next.filter(isUnlit).length; ; ) {
    const listed = next.map((step) => isUnlit(step) || !step.things.every(isInSight));
    const count = listed.filter(Boolean).length;
    if (count <= before || count > FEW) return;
    fold({ keep: true, listed });
    unseen = next;
    before = count;
  }
}

// In a wide window the bar would lie over some of what has come into it since.
function listLess() {
  if (!unseen.length || !decision() || isSheet() || !unseen.every((step) => step.things.every(isInSight))) return;
  fold({ keep: true, listed: unseen.map(isUnlit) });
  unseen = [];
}
addEventListener("scroll", listLess, { passive: true });
