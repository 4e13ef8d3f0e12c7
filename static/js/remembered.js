// Values that a browser remembers: on this device, or as long as the tab is open. If its settings forbid that, until
// the page is left. Nothing here throws.

/** @param {"localStorage" | "sessionStorage"} name */
function memory(name) {
  /** @type {Map<string, string>} */
  const here = new Map();
  return {
    /** @param {string} key @returns {string} empty if nothing is remembered */
    get(key) {
      try {
        return window[name].getItem(key) ?? "";
      } catch {
        return here.get(key) ?? "";
      }
    },
    /** Whether it is remembered after the page is left. @param {string} key @param {string} value empty to forget it */
    set(key, value) {
      try {
        if (value) window[name].setItem(key, value);
        else window[name].removeItem(key);
        return true;
      } catch {
        here.set(key, value);
        return false;
      }
    },
  };
}

export const device = memory("localStorage");
export const tab = memory("sessionStorage");
