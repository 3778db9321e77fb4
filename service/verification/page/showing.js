"use strict";
// Makes the elements of a result: the verdict, the cards, and the steps that lead to them.

const SUIT_NAMES = { "♠": "spades", "♥": "hearts", "♣": "clubs", "♦": "diamonds" };
const RANK_NAMES = { J: "Jack", Q: "Queen", K: "King", A: "Ace", N: "Null" };
const GROUP_NAMES = { b: "black", w: "white" };
const MARKS = { good: "✓", bad: "✗", note: "→", plain: "=", malformed: "!" };
const TEXT_FORM = "\uFE0E"; // asks for the symbol as text where a system has it as a picture too

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function grouped(number) {
  return number.toLocaleString("en");
}

function spokenName(thing) {
  if (thing === WILD) return "Wild";
  const named = (rank) => RANK_NAMES[rank] ?? rank;
  if (isTile(thing)) return `${named(thing[2])} of ${GROUP_NAMES[thing[0]]} ${SUIT_NAMES[thing[1]]}`;
  return `${named(thing.slice(0, -1))} of ${SUIT_NAMES[thing.at(-1)]}`;
}

// One card or tile; `shown` is what a player was shown in its place.
function cardOf(thing, shown) {
  const tile = isTile(thing);
  const wild = thing === WILD;
  const suit = tile ? thing[1] : thing.at(-1);
  const rank = tile ? thing[2] : thing.slice(0, -1);
  const kind = tile ? `tile ${GROUP_NAMES[thing[0]]}` : "card";
  const red = suit === "♥" || suit === "♦" ? " red" : "";
  const card = make("li", { class: `${kind}${red}${wild ? " wild" : ""}${shown ? " differs" : ""}` });
  card.append(
    make("span", { class: "index", "aria-hidden": "true" }, wild ? "W" : rank),
    make("span", { class: "pip", "aria-hidden": "true" }, wild ? "★" : suit + TEXT_FORM),
    make("span", { class: "spoken" }, spokenName(thing)),
  );
  if (shown) {
    const instead = thingOf(shown, tile ? PIECEPACKS : PYRAMID);
    card.append(
      make("span", { class: "shown", "aria-hidden": "true" }, `not ${shown}`),
      make("span", { class: "spoken" }, `, not ${instead ? spokenName(instead) : shown}`),
    );
  }
  return card;
}

// A line with its hash, if it ends in one, as code.
function lineOf(text) {
  const [, before, hash] = /^(.*?)([0-9a-f]{64})?$/s.exec(text);
  return make("li", {}, before, ...(hash ? [make("code", {}, hash)] : []));
}

// The checks of a result. What its headline says already is not repeated, but listed.
function checksOf(checks, headline) {
  const list = make("ul", { class: "checks", role: "list" });
  for (const { state, text, list: more = [] } of checks) {
    const lines = more.length ? [make("ul", { role: "list" }, ...more.map(lineOf))] : [];
    if (text !== headline) {
      const mark = make("span", { class: "mark", "aria-hidden": "true" }, MARKS[state]);
      list.append(make("li", { class: state }, mark, text, ...lines));
    } else if (lines.length) list.prepend(make("li", { class: state }, ...lines));
  }
  return list;
}

function verdictBox(state, headline, ...more) {
  const mark = make("span", { class: "seal", "aria-hidden": "true" }, MARKS[state]);
  return make("div", { class: `verdict ${state}` }, mark, make("div", {}, make("p", { class: "headline" }, headline), ...more));
}

function tableOf(caption, heads, rows) {
  const table = make("table", {}, make("caption", {}, caption));
  table.append(make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))));
  const body = make("tbody");
  for (const row of rows) body.append(make("tr", {}, ...row.map((cell) => make("td", {}, String(cell)))));
  table.append(body);
  return make("div", { class: "table", tabindex: "0", role: "region", "aria-label": caption }, table);
}

// Details whose content is made when they are opened, as a gang war has two hundred of them.
function lazyDetails(summary, content) {
  const details = make("details", { class: "steps" }, make("summary", {}, summary));
  details.addEventListener("toggle", () => details.open && details.children.length === 1 && details.append(...content()), {
    once: true,
  });
  return details;
}

function blockLines(blocks) {
  return blocks.flatMap(({ message, digest }) => [
    make("dt", {}, "HMAC-SHA-256 of ", make("code", {}, message)),
    make("dd", {}, make("code", {}, digest)),
  ]);
}

function handSteps({ blocks, seen, steps }) {
  const words = seen.map(({ word, taken }, at) => [
    at,
    word.toString(16).padStart(8, "0").replace(/..(?=.)/g, "$& "),
    grouped(word),
    taken
      ? `${grouped(Math.floor(word / HAND_COUNT))} × ${grouped(HAND_COUNT)} + ${grouped(word % HAND_COUNT)}`
      : `skipped: not below ${grouped(ACCEPTED_WORDS)}`,
  ]);
  const cards = steps.map(({ left, k, n, fits, next, card }) => [
    grouped(left),
    `C(${n},${k}) = ${grouped(fits)}`,
    next === null ? "-" : `C(${n + 1},${k}) = ${grouped(next)}`,
    `${n} = 4 × ${Math.floor(n / 4)} + ${n % 4}: ${card}`,
  ]);
  return [
    make("p", {}, "The key of the HMAC is the 32 bytes of the server seed. Its digest is eight words of four bytes each."),
    make("dl", {}, ...blockLines(blocks)),
    tableOf("Words", ["Word", "Bytes", "Number", "Rest"], words),
    make("p", {}, `The rest is the number of the hand, ${grouped(steps[0].left)}. The largest C(n,k) that fits is taken away, five times.`),
    tableOf("Cards", ["Left", "Largest that fits", "Next would be", "Card"], cards),
  ];
}

function dealSteps({ blocks, steps }) {
  const rows = steps.flatMap(({ p, left, limit, seen, rest, c, dealt }) =>
    seen.map(({ word, taken }) =>
      taken
        ? [p, left, grouped(word), rest, c, dealt]
        : [p, left, grouped(word), "skipped", `not below ${grouped(limit)}`, ""],
    ),
  );
  return [
    make("p", {}, "The key of the HMAC is the 32 bytes of the server seed. Each digest is eight words of four bytes each."),
    make("dl", {}, ...blockLines(blocks)),
    tableOf("Dealing", ["Place", "Left", "Word", "Rest", "Exchanged with", "Dealt"], rows),
  ];
}

function hashSteps(draw, hash) {
  return make(
    "dl",
    { class: "seeds" },
    ...(draw.drawId ? [make("dt", {}, "Draw"), make("dd", {}, make("code", {}, draw.drawId))] : []),
    make("dt", {}, "Server seed"),
    make("dd", {}, make("code", {}, draw.serverSeed)),
    make("dt", {}, "Its SHA-256"),
    make("dd", {}, make("code", {}, hash)),
    make("dt", {}, "Client seed"),
    make("dd", {}, make("code", {}, draw.clientSeed)),
  );
}

function partBox({ name, things, trace }, differences) {
  const left = [...differences];
  const cards = things.map((thing) => {
    const at = left.findIndex((one) => one.right === thing);
    return cardOf(thing, at < 0 ? null : left.splice(at, 1)[0].shown);
  });
  const label = `${name}, ${countOf(things.length, isTile(things[0]) ? "tile" : "card")}`;
  const box = make(
    "section",
    { class: "part" },
    make("h3", {}, name),
    make("ul", { class: "cards", role: "list", "aria-label": label }, ...cards),
  );
  if (trace) box.append(lazyDetails("Step by step", () => handSteps(trace)));
  return box;
}

function drawBox({ draw, redone, differences }) {
  const parts = redone.parts.map((part, at) => partBox(part, differences.filter((one) => one.part === at)));
  const box = make("div", { class: "draw panel" }, ...parts);
  if (redone.trace) box.append(lazyDetails("Step by step", () => dealSteps(redone.trace)));
  box.append(hashSteps(draw, redone.hash));
  return box;
}
