// What a browser remembers for a page: on this device, or as long as the tab is open. Where it keeps nothing for us,
// which its settings can say, it is remembered until the page goes. Nothing here fails.

/** @param {"localStorage" | "sessionStorage"} name */
function memory(name) {
  /** @type {Map<string, string>} */
  const here = new Map();
  return {
    /** @param {string} key @returns {string} empty where nothing is remembered */
    get(key) {
      try {
        return window[name].getItem(key) ?? "";
      } catch {
        return here.get(key) ?? "";
      }
    },
    /** Whether it is remembered when the page is gone. @param {string} key @param {string} value empty to forget it */
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
