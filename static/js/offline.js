// The page that stands in for another while there is no connection.

const AGAIN = 5000;

/** A new connection may not reach us yet, and a server that is down does not answer. */
async function goOn() {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer && answer.status < 500) location.reload();
}

addEventListener("online", goOn);
setInterval(goOn, AGAIN);
