// What helps in reading: the address that serves the page in all examples, a button to copy each, and links that open
// what they lead to.
for (const place of document.querySelectorAll(".origin")) place.textContent = location.origin;

for (const block of document.querySelectorAll("pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    button.textContent = (await copied(block.querySelector("code"))) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  const frame = document.createElement("div");
  frame.className = "block";
  block.replaceWith(frame);
  frame.append(block, button);
}

async function copied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    // No clipboard outside of https and localhost: select it, so that the keyboard can copy it.
    getSelection().selectAllChildren(code);
    return false;
  }
}

function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
openTarget();

const here = document.querySelector("#contents [aria-current]");
if (here) {
  const list = document.querySelector("#contents");
  list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

// Where it is not at the side, the list of a guide's sections would keep its text off the screen.
const sections = document.querySelector(".on-this-page");
if (sections) sections.open = matchMedia("(min-width: 1181px)").matches;
