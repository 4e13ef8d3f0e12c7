// A live table hears that its reader is there, and answers with the time.

const HERE = 1250; // ms between two signs

/** Says to a game, once a live clock was on the page and until the game ends, that we are there; what is answered corrects our clock.
    @param {{ say: (data: object) => boolean }} socket */
export function stayThere(socket) {
  let isLive = false;
  const tell = () => {
    isLive ||= document.querySelector("time[data-live]") !== null;
    if (isLive && document.querySelector(".decision")) socket.say({ here: Math.round(performance.now()) });
  };
  setInterval(tell, HERE);
  setTimeout(tell, 500);
}
