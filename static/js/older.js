// Replacements for what the oldest supported browsers lack (docs/pages.md): Safari has checkVisibility since 17.4 and
// popovers since 17. Scripts that use either import this first.

Element.prototype.checkVisibility ??= function () {
  return this.getClientRects().length > 0;
};

const hasPopovers = CSS.supports("selector(:popover-open)");
const OPEN = hasPopovers ? ":popover-open" : "[data-open]";

/** @param {Element | null | undefined} box */
export const isOpenPopover = (box) => Boolean(box?.matches(OPEN));

if (!hasPopovers) {
  Object.defineProperty(HTMLElement.prototype, "popover", {
    /** @param {string} kind */
    set(kind) {
      this.setAttribute("popover", kind);
    },
  });
  HTMLElement.prototype.togglePopover = function () {
    const newState = isOpenPopover(this) ? "closed" : "open";
    this.dispatchEvent(Object.assign(new Event("beforetoggle"), { newState }));
    this.toggleAttribute("data-open", newState === "open");
    this.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
    return newState === "open";
  };
  HTMLElement.prototype.showPopover = function () {
    if (!isOpenPopover(this)) this.togglePopover();
  };
  HTMLElement.prototype.hidePopover = function () {
    if (isOpenPopover(this)) this.togglePopover();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[popovertarget]:not(.tip)"); // tips open theirs themselves
    if (button) document.getElementById(button.getAttribute("popovertarget") ?? "").togglePopover();
  });
}
