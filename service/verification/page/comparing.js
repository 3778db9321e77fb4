"use strict";
// Compares what the seeds give with what a player was shown, and says what differs.

const MOST_LISTED = 20;

function countOf(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

// The places of `shown` that are not among `right`, each with one of `right` that is missing. Order counts for a board.
function differencesIn(shown, right, ordered) {
  if (ordered) {
    return shown.flatMap((thing, at) => (thing === right[at] ? [] : [{ at, shown: thing, right: right[at] }]));
  }
  const missing = [...right];
  const extra = [];
  shown.forEach((thing, at) => {
    const found = missing.indexOf(thing);
    if (found < 0) extra.push(at);
    else missing.splice(found, 1);
  });
  return extra.map((at, place) => ({ at, shown: shown[at], right: missing[place] }));
}

// Every difference between the parts of a claim and what the seeds give. `says` is how the claim is introduced.
function compare(claim, parts, says) {
  if (claim.length !== parts.length) {
    const number = countOf(claim.length, "hand");
    return [{ part: null, text: `The answer has ${number} in play, its draw ${parts.length}.` }];
  }
  return parts.flatMap(({ name, things, ordered }, part) => {
    const shown = claim[part];
    if (shown.length !== things.length) {
      return [{ part, text: `${name}: ${says} ${shown.length}; the seeds give ${things.length}.` }];
    }
    return differencesIn(shown, things, ordered).map((one) => ({
      ...one,
      part,
      text: `${name}, ${isTile(one.right) ? "tile" : "card"} ${one.at + 1}: ${says} ${one.shown}; the seeds give ${one.right}.`,
    }));
  });
}

function isTile(text) {
  return TILES.includes(text);
}

function hashCheck(hash, expected, where) {
  return hash === expected
    ? { state: "good", text: `The server seed has the hash ${where}.` }
    : {
        state: "bad",
        text: `The server seed does not have the hash ${where}.`,
        list: [`SHA-256 of this seed: ${hash}`, `The hash ${where}: ${expected}`],
      };
}

function hashChecks(hash, draw, promised) {
  const checks = [];
  if (promised) checks.push(hashCheck(hash, promised, "that you were promised"));
  if (draw.hash) checks.push(hashCheck(hash, draw.hash, "in the answer"));
  if (!promised && !checks.some((check) => check.state === "bad")) {
    const text = "Compare the hash with the one that you were shown before the draw:";
    checks.push({ state: "note", text, list: [hash] });
  }
  return checks;
}

function thingsCheck(differences, good, bad) {
  if (!differences.length) return { state: "good", text: good };
  if (differences.length === 1) return { state: "bad", text: differences[0].text };
  const list = differences.slice(0, MOST_LISTED).map((one) => one.text);
  if (differences.length > MOST_LISTED) list.push(`And ${differences.length - MOST_LISTED} more.`);
  return { state: "bad", text: bad, list };
}

// Why most cards may differ, unless a wrong hash says so already. Two hands of chance have few cards in common.
function hints(checks, kind) {
  if (checks.some((check) => check.state === "bad")) return [];
  const seed = checks.some((check) => check.state === "good") ? "the client seed is" : "one of the seeds is";
  return [{ state: "note", text: `Most ${kind}s differ, so ${seed} probably not the one that was used.` }];
}

// Repeats one draw and checks all that is known of it.
async function verify(hashing, draw, promised) {
  const redone = await redo(hashing, draw);
  const number = redone.parts.reduce((sum, part) => sum + part.things.length, 0);
  const kind = draw.purpose === PIECEPACKS ? "tile" : "card";
  const checks = hashChecks(redone.hash, draw, promised);
  const differences = draw.claimed ? compare(draw.claimed, redone.parts, "you were shown") : [];
  if (draw.claimed) {
    const hint = differences.length > number / 2 ? hints(checks, kind) : [];
    const bad = `${countOf(differences.length, kind)} differ from what the seeds give.`;
    checks.push(thingsCheck(differences, `The seeds give these ${countOf(number, kind)}.`, bad), ...hint);
  }
  if (draw.played) {
    const inPlay = compare(draw.played, redone.parts, "in play was");
    const bad = `${countOf(inPlay.length, kind)} in play differ from the draw.`;
    checks.push(thingsCheck(inPlay, `The ${kind}s in play were those of the draw.`, bad));
    if (!draw.claimed) differences.push(...inPlay);
  }
  return { draw, redone, checks, differences, ...verdictOf(checks, draw, kind) };
}

function verdictOf(checks, draw, kind) {
  const bad = checks.filter((check) => check.state === "bad");
  if (bad.length === 1) return { state: "bad", headline: bad[0].text };
  if (bad.length) return { state: "bad", headline: "This does not verify." };
  if (draw.claimed || draw.played) return { state: "good", headline: `These are the ${kind}s that were dealt.` };
  if (checks.some((check) => check.state === "good")) {
    return { state: "good", headline: `The seed fits the hash, and these are its ${kind}s.` };
  }
  return { state: "plain", headline: `These are the ${kind}s of these seeds.` };
}

// Whether the published vectors come out: those that fail, by their numbers.
async function selfTest(hashing, vectors) {
  const failing = { hands: [], deals: [] };
  for (const kind of ["hands", "deals"]) {
    for (const [at, vector] of vectors[kind].entries()) {
      if (!(await agrees(hashing, vector))) failing[kind].push(at + 1);
    }
  }
  return failing;
}

async function agrees(hashing, vector) {
  const { words: expected, ...draw } = vector;
  const { draws, mistakes } = readPasted(JSON.stringify({ draw }));
  if (mistakes.length) return false;
  const words = wordsOf(hashing, bytesOf(draw.server_seed), draw.client_seed, draw.for ?? 0, []);
  for (const word of expected) if ((await words.next()).value !== word) return false;
  const { state } = await verify(hashing, draws[0], null);
  return state === "good";
}
