// The talk's drawer: marked while there is something new in it, at its newest line when open.

const drawer = document.getElementById("chat");

export function noteTalk() {
  if (!drawer.open) drawer.classList.add("has-news");
  showNewest();
}

function showNewest() {
  const box = drawer.querySelector(".chat");
  if (box) box.scrollTop = box.scrollHeight;
}

drawer.addEventListener("toggle", () => {
  drawer.classList.remove("has-news");
  showNewest();
});
