// Whether a connection is lost that says nothing.

const LATE = 500; // ms after its time a timer says nothing: the page slept, and what came waits to be read

/** `tell` is called when it becomes sure that it is lost, and when that is over. @param {() => unknown} tell */
export function doubtBy(tell) {
  let timer = 0;
  let isSure = false;
  return {
    isSure: () => isSure,
    /** It is sure unless something comes by then. @param {number} time */
    begin(time) {
      if (isSure || timer) return;
      const until = performance.now() + time;
      timer = setTimeout(() => {
        timer = 0;
        if (document.hidden || performance.now() > until + LATE) return this.begin(time);
        isSure = true;
        tell();
      }, time);
    },
    /** Something has come; gives whether it was sure. */
    end() {
      const was = isSure;
      clearTimeout(timer);
      timer = 0;
      isSure = false;
      tell();
      return was;
    },
  };
}
