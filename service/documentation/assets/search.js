// Search over operations, guides and schemas. The index is fetched when the reader starts to search.
const field = document.querySelector(".find input");
const list = document.querySelector("#found");
const MOST = 12;
let index;
let chosen = -1;

async function entries() {
  index ??= fetch(field.dataset.index).then((answer) => answer.json());
  return index;
}

// How well an entry fits: every word must be somewhere in it; where it is found decides. 0: not at all.
function weight(entry, words) {
  const isOperation = entry.address.startsWith("/docs/reference/");
  const title = entry.title.toLowerCase();
  const where = entry.where.toLowerCase();
  const id = entry.address.toLowerCase().split("/").at(-1);
  const steps = isOperation ? [...where.split(/[ /]/), id] : [];
  let sum = 0;
  for (const word of words) {
    if (title === word || steps.includes(word) || (isOperation && where.endsWith(` ${word}`))) sum += 100;
    else if (title.startsWith(word)) sum += 40;
    else if (title.includes(word)) sum += 20;
    else if (where.includes(word)) sum += isOperation ? 20 : 4;
    else if (entry.text.toLowerCase().includes(word)) sum += 1;
    else return 0;
  }
  return isOperation && sum >= 20 ? sum + 20 : sum;
}

function excerpt(entry, words) {
  const found = words.map((word) => entry.text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  if (!found.length) return entry.text.slice(0, 110);
  const start = Math.max(0, Math.min(...found) - 40);
  return (start ? "…" : "") + entry.text.slice(start, start + 110);
}

function part(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

async function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return close();
  const all = await entries();
  const found = all
    .map((entry) => ({ entry, fits: weight(entry, words) }))
    .filter(({ fits }) => fits)
    .sort((one, other) => other.fits - one.fits)
    .slice(0, MOST);
  list.replaceChildren(
    ...found.map(({ entry }, place) => {
      const item = document.createElement("li");
      item.id = `found-${place}`;
      item.setAttribute("role", "option");
      const link = part("a", "", "");
      link.href = entry.address;
      link.tabIndex = -1;
      link.append(
        part("span", "title", entry.title), " ",
        part("span", "where", entry.where), " ",
        part("span", "text", excerpt(entry, words)),
      );
      item.append(link);
      return item;
    }),
  );
  if (!found.length) list.append(part("li", "none", "No results."));
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  choose(found.length ? 0 : -1);
}

function choose(place) {
  const items = list.querySelectorAll("[role=option]");
  chosen = items.length ? (place + items.length) % items.length : -1;
  items.forEach((item, at) => item.setAttribute("aria-selected", String(at === chosen)));
  if (chosen < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", items[chosen].id);
  items[chosen].scrollIntoView({ block: "nearest" });
}

function close() {
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

field.addEventListener("input", find);
field.addEventListener("focus", () => {
  entries();
  if (field.value) find();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Enter") list.querySelector("[aria-selected=true] a")?.click();
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
});
list.addEventListener("click", close); // a link may lead to another place on this very page
document.addEventListener("click", (event) => {
  if (!event.target.closest(".find")) close();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select");
  const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!slash && !(event.key === "k" && (event.ctrlKey || event.metaKey))) return;
  event.preventDefault();
  field.focus();
  field.select();
});
