"use strict";
// The page: its form, its result, its link, and the self-test.

const EXAMPLE = {
  draw: {
    for: "resolve",
    client_seed: "high-noon-4711",
    server_seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    server_seed_hash: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    hands: [["K♥", "10♠", "8♣", "6♥", "2♦"], ["K♦", "Q♦", "7♣", "5♣", "3♦"]],
  },
};
const TYPED = ["for", "server_seed", "client_seed", "hands", "variant", "players", "cards"];
const LABELS = {
  for: "What was drawn",
  server_seed: "Server seed",
  client_seed: "Client seed",
  hands: "Number of hands",
  variant: "Variant",
  players: "Number of players",
  cards: "What you were shown",
  server_seed_hash: "The promised hash",
};
const VARIANT_NAMES = {
  no_surrender: "No surrender",
  standard: "Standard",
  five_card: "Five-card",
  five_card_lowball: "Five-card lowball",
  texas_holdem: "Texas hold'em",
  omaha_hi_lo: "Omaha hi-lo",
};

const page = (id) => document.getElementById(id);
const form = page("verifier");
let drawId = ""; // of a link; it does not affect the result
let latest = 0; // the last verification that was started: an earlier one that ends later is not shown

function way() {
  return form.elements.way.value;
}

function showWay() {
  page("paste-fields").hidden = way() !== "paste";
  page("type-fields").hidden = way() !== "type";
}

function chooseWay(chosen) {
  form.elements.way.value = chosen;
  showWay();
}

function typedFields() {
  return { ...Object.fromEntries(TYPED.map((name) => [name, page(name).value])), draw_id: drawId };
}

// Shows the fields that this kind of draw needs, and its variants.
function showKind() {
  const purpose = page("for").value;
  for (const field of form.querySelectorAll("[data-for]")) field.hidden = !field.dataset.for.split(" ").includes(purpose);
  const names = Object.keys(VARIANTS[purpose] ?? {});
  const shown = Array.from(page("variant").options, (option) => option.value);
  if (names.join() !== shown.join()) {
    page("variant").replaceChildren(...names.map((name) => make("option", { value: name }, VARIANT_NAMES[name])));
  }
  showHelp();
}

function showHelp() {
  const { text } = linesWanted(typedFields());
  page("cards-help").textContent = `${text[0].toUpperCase()}${text.slice(1)}, such as ${
    page("for").value === PIECEPACKS ? "b♠2 or bS2" : "K♥ or KH"
  }`;
}

function clearMistakes() {
  for (const place of form.querySelectorAll(".mistake")) place.textContent = "";
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

function showMistakes(mistakes) {
  for (const { field, text } of mistakes) {
    if (page(field).ariaInvalid === "true") continue; // the verdict lists what else is wrong with it
    page(field).setAttribute("aria-invalid", "true");
    page(`${field}-mistake`).textContent = text;
  }
  const [first, ...others] = mistakes.map(({ text }) => text);
  const more = others.length ? [make("ul", { role: "list" }, ...others.map((text) => make("li", {}, text)))] : [];
  page("verdict").replaceChildren(verdictBox("malformed", first, ...more));
  page("draws").replaceChildren();
  page("share").hidden = true;
  page(mistakes[0].field).focus();
}

// What the form has: the draws in it, or its mistakes, each with the field that it is in.
function readForm() {
  const pasting = way() === "paste";
  const read = pasting ? readPasted(page("pasted").value) : readTyped(typedFields());
  const mistakes = read.mistakes.map(({ name, text }) =>
    pasting ? { field: "pasted", text: name ? `${name} ${text}` : text } : { field: name, text: `${LABELS[name]} ${text}` },
  );
  const promised = page("server_seed_hash").value.trim();
  const why = promised && hexMistake(promised);
  if (why) mistakes.push({ field: "server_seed_hash", text: `${LABELS.server_seed_hash} ${why}` });
  return { ...read, mistakes, promised: promised.toLowerCase() || null };
}

async function verifyForm() {
  const started = ++latest;
  clearMistakes();
  const { draws, mistakes, promised } = readForm();
  if (mistakes.length) {
    showMistakes(mistakes);
    return;
  }
  const results = [];
  for (const draw of draws) results.push(await verify(HASHING, draw, promised));
  if (started === latest) showResults(results);
}

function showResults(results) {
  const [first] = results;
  if (results.length === 1) {
    page("verdict").replaceChildren(verdictBox(first.state, first.headline, checksOf(first.checks, first.headline)));
    page("draws").replaceChildren(drawBox(first));
  } else {
    const bad = results.filter((result) => result.state === "bad").length;
    const headline = bad ? `${bad} of ${results.length} draws do not verify.` : `All ${results.length} draws verify.`;
    page("verdict").replaceChildren(verdictBox(bad ? "bad" : "good", headline));
    page("draws").replaceChildren(
      ...results.flatMap((result, at) => [
        verdictBox(result.state, `Draw ${at + 1}: ${result.headline}`, checksOf(result.checks, result.headline)),
        drawBox(result),
      ]),
    );
  }
  page("share").hidden = results.length !== 1;
  page("link").hidden = true;
  page("copied").textContent = "";
  const { top, bottom } = page("verdict").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) page("result").scrollIntoView();
}

// The hands in play, without the rest of the answer around a draw.
function playedIn(around) {
  const hand = (one) => ({ character_id: one?.character_id, hand: one?.hand });
  const gang = (side) => ({ participants: side.participants.map(hand) });
  const { actor, target, attackers, defenders, players, board } = around ?? {};
  return {
    ...(actor?.hand ? { actor: hand(actor) } : {}),
    ...(target?.hand ? { target: hand(target) } : {}),
    ...(attackers?.participants ? { attackers: gang(attackers) } : {}),
    ...(defenders?.participants ? { defenders: gang(defenders) } : {}),
    ...(Array.isArray(players) ? { players, board } : {}),
  };
}

// A link that fills the form. All is in its fragment, which browsers do not send to the server.
function linkOf() {
  const parts = new URLSearchParams();
  if (way() === "paste") {
    const [{ draw, around }] = readForm().found;
    parts.set("draw", JSON.stringify({ ...playedIn(around), draw }));
  } else {
    const fields = typedFields();
    const left = fields.for === "resolve" ? ["variant", "players"] : ["hands"];
    for (const [name, value] of Object.entries(fields)) if (value && !left.includes(name)) parts.set(name, value);
  }
  const promised = page("server_seed_hash").value.trim();
  if (promised) parts.set("server_seed_hash", promised);
  return `${location.href.split("#")[0]}#${parts}`;
}

async function copyLink() {
  const link = linkOf();
  try {
    await navigator.clipboard.writeText(link);
    page("copied").textContent = "Copied. The link has the seeds in it.";
  } catch {
    // Pages over plain HTTP have no clipboard, and a browser may refuse it.
    page("link").hidden = false;
    page("link").value = link;
    page("link").select();
    page("copied").textContent = "Copy this link. It has the seeds in it.";
  }
}

function isDraw(name) {
  return ["draw", "server_seed", "client_seed"].includes(name);
}

// JSON for a client seed that the field would change: it takes no line breaks.
function jsonOf(given) {
  if (!/[\r\n]/.test(given.get("client_seed") ?? "")) return null;
  const whole = (name) => (given.has(name) ? { [name]: Number(given.get(name)) } : {});
  const { server_seed_hash, cards, ...draw } = Object.fromEntries(given);
  return JSON.stringify({ ...draw, ...whole("hands"), ...whole("players") });
}

function fillFromLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (![...given.keys()].some(isDraw)) return;
  page("server_seed_hash").value = given.get("server_seed_hash") ?? "";
  const pasted = given.get("draw") ?? jsonOf(given);
  if (pasted) {
    page("pasted").value = pasted;
    chooseWay("paste");
  } else {
    page("for").value = PURPOSES.includes(given.get("for")) ? given.get("for") : "resolve";
    showKind();
    for (const name of TYPED) if (name !== "for" && given.has(name)) page(name).value = given.get(name);
    drawId = given.get("draw_id") ?? "";
    chooseWay("type");
  }
  verifyForm();
}

function empty() {
  const backs = Array.from({ length: 5 }, () => make("li", { class: "card back" }));
  page("share").hidden = true;
  page("verdict").replaceChildren();
  page("draws").replaceChildren(
    make("div", { class: "waiting" }, make("ul", { class: "cards", "aria-hidden": "true" }, ...backs), make("p", {}, "Your cards appear here.")),
  );
}

async function showSelfTest() {
  const vectors = JSON.parse(page("vectors").textContent);
  const failing = await selfTest(HASHING, vectors);
  const passed = (kind) => `${vectors[kind].length - failing[kind].length} of ${vectors[kind].length}`;
  const broken = failing.hands.length + failing.deals.length > 0;
  page("self-test").classList.add(broken ? "bad" : "good");
  page("self-test").querySelector(".mark").textContent = broken ? MARKS.bad : MARKS.good;
  page("self-test-text").textContent = `Self-test: ${passed("hands")} vectors agree, ${passed("deals")} for deals`;
  page("hashing").textContent = HASHING.name;
  page("self-test-list").replaceChildren(
    ...["hands", "deals"].flatMap((kind) =>
      vectors[kind].map((vector, at) => {
        const failed = failing[kind].includes(at + 1);
        const what = kind === "hands" ? `hands of ${vector.client_seed}` : `${vector.for} of ${vector.client_seed}`;
        return make("li", { class: failed ? "bad" : "good" }, `${failed ? MARKS.bad : MARKS.good} Vector ${at + 1}: ${what}`);
      }),
    ),
  );
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  verifyForm();
});
for (const radio of form.elements.way) radio.addEventListener("change", showWay);
page("for").addEventListener("change", showKind);
page("variant").addEventListener("change", showHelp);
page("pasted").addEventListener("input", (event) => event.inputType === "insertFromPaste" && verifyForm());
page("example").addEventListener("click", () => {
  chooseWay("paste");
  page("pasted").value = JSON.stringify(EXAMPLE, null, 1);
  page("server_seed_hash").value = EXAMPLE.draw.server_seed_hash;
  verifyForm();
});
page("copy").addEventListener("click", copyLink);
addEventListener("hashchange", fillFromLink);
if (location.protocol === "file:") {
  for (const link of document.querySelectorAll('a[href^="/"]')) link.removeAttribute("href"); // no service to lead to
}
// A copy that a browser saved has the page as it was then.
clearMistakes();
showWay();
showKind();
empty();
showSelfTest();
fillFromLink();
