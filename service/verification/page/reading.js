"use strict";
// Reads what was pasted or typed. What cannot be read becomes a mistake: the name of a field, and what is allowed in it.

const PURPOSES = ["resolve", PYRAMID, PIECEPACKS];
const LONGEST_CLIENT_SEED = 128;
const DEEPEST = 20; // answers nest their draws three levels deep at most
const MOST_DRAWS = 1000;
const MOST_MISTAKES = 10;
const SUIT_LETTERS = "SHCD";
const CARD_TEXT = /^(10|[2-9TJQKA])([♠♥♣♦SHCD])[\uFE0E\uFE0F]?$/i;
const TILE_TEXT = /^([BW])([♠♥♣♦SHCD])[\uFE0E\uFE0F]?([2345AN])$/i;

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function suitOf(text) {
  const letter = SUIT_LETTERS.indexOf(text.toUpperCase());
  return letter < 0 ? text : SUITS[letter];
}

// The card or tile as answers write it, or null. Clipboards add a selector to symbols, and keyboards have only letters.
function thingOf(text, purpose) {
  if (typeof text !== "string") return null;
  if (purpose === PIECEPACKS) {
    const tile = TILE_TEXT.exec(text);
    return tile && tile[1].toLowerCase() + suitOf(tile[2]) + tile[3].toUpperCase();
  }
  if (purpose === PYRAMID && text.toUpperCase() === WILD) return WILD;
  const card = CARD_TEXT.exec(text);
  return card && card[1].toUpperCase().replace("T", "10") + suitOf(card[2]);
}

function hexMistake(text) {
  const rule = "must be 64 hexadecimal digits: 0 to 9 and a to f";
  if (typeof text !== "string" || text === "") return `${rule}.`;
  const wrong = Array.from(text).findIndex((character) => !/^[0-9a-f]$/i.test(character));
  if (wrong >= 0) return `${rule}. Character ${wrong + 1} is “${Array.from(text)[wrong]}”.`;
  return text.length === 64 ? null : `${rule}. This has ${text.length}.`;
}

function clientSeedMistake(text) {
  if (typeof text !== "string" || text === "") return `must be a text of 1 to ${LONGEST_CLIENT_SEED} characters.`;
  const length = Array.from(text).length;
  if (length > LONGEST_CLIENT_SEED) return `must have at most ${LONGEST_CLIENT_SEED} characters. This has ${length}.`;
  return /\p{Surrogate}/u.test(text) ? "has half a character (a lone surrogate), which UTF-8 cannot write." : null;
}

function isWhole(value, least, most) {
  return Number.isInteger(value) && value >= least && value <= most;
}

// Reads one draw. `mistakes` gets what is wrong with it; then the result is of no use.
class DrawReader {
  constructor(draw, around, mistakes) {
    this.draw = draw;
    this.around = isObject(around) ? around : {};
    this.mistakes = mistakes;
  }

  read() {
    const { draw } = this;
    const purpose = draw.for ?? "resolve";
    if (!PURPOSES.includes(purpose)) {
      this.mistake("for", `must be ${PURPOSES.slice(0, -1).join(", ")} or ${PURPOSES.at(-1)}.`);
      return null;
    }
    this.purpose = purpose;
    this.check("server_seed", hexMistake(draw.server_seed));
    this.check("client_seed", clientSeedMistake(draw.client_seed));
    if (draw.server_seed_hash !== undefined) this.check("server_seed_hash", hexMistake(draw.server_seed_hash));
    const drawn = purpose === "resolve" ? this.hands() : this.deal();
    if (this.mistakes.length) return null;
    return {
      purpose,
      serverSeed: draw.server_seed.toLowerCase(),
      clientSeed: draw.client_seed,
      drawId: typeof draw.draw_id === "string" ? draw.draw_id : null,
      hash: draw.server_seed_hash?.toLowerCase() ?? null,
      ...drawn,
    };
  }

  mistake(name, text) {
    this.mistakes.push({ name, text });
  }

  check(name, text) {
    if (text) this.mistake(name, text);
  }

  hands() {
    const { hands } = this.draw;
    const number = Array.isArray(hands) ? hands.length : hands;
    if (!isWhole(number, 1, MOST_HANDS)) {
      this.mistake("hands", `must be 1 to ${MOST_HANDS} hands, or their number.`);
      return {};
    }
    const participants = this.participants();
    const fits = participants.length === number;
    const names = Array.from({ length: number }, (_, at) => (fits ? participants[at].name : `Hand ${at + 1}`));
    return {
      names,
      claimed: Array.isArray(hands) ? hands.map((hand, at) => this.things(hand, `hands[${at}]`)) : null,
      played: participants.length ? participants.map(({ hand }) => this.shown(hand)) : null,
    };
  }

  // Those who play in the answer around the draw, in the order of their hands.
  participants() {
    const { actor, target, attackers, defenders } = this.around;
    const gang = (side, name) =>
      Array.isArray(side?.participants) ? side.participants.map((one, at) => [`${name} ${at + 1}`, one]) : [];
    const duel = [["Actor", actor], ["Target", target]];
    return [...duel, ...gang(attackers, "Attacker"), ...gang(defenders, "Defender")]
      .filter(([, one]) => Array.isArray(one?.hand))
      .map(([name, { hand, character_id: id }]) => ({ name: typeof id === "string" ? `${name}, ${id}` : name, hand }));
  }

  deal() {
    const { deal } = this.draw;
    const claimed = isObject(deal);
    const variant = (claimed ? deal : this.draw).variant ?? (this.purpose === PYRAMID ? "no_surrender" : undefined);
    const rules = Object.hasOwn(VARIANTS[this.purpose], variant) ? VARIANTS[this.purpose][variant] : null;
    if (!rules) {
      this.mistake(claimed ? "deal.variant" : "variant", `must be ${Object.keys(VARIANTS[this.purpose]).join(" or ")}.`);
      return {};
    }
    const each = claimed ? deal.players : this.draw.players;
    const players = Array.isArray(each) ? each.length : each;
    const [least, most] = rules.players;
    if (!isWhole(players, least, most) || (claimed && !Array.isArray(each))) {
      this.mistake(claimed ? "deal.players" : "players", `must be ${least} to ${most} in ${variant}.`);
      return {};
    }
    const read = (things, name) => this.things(things, `deal.${name}`);
    return {
      variant,
      players,
      claimed: claimed ? this.dealt(deal, rules, read) : null,
      played: Array.isArray(this.around.players) ? this.dealt(this.around, rules, (things) => this.shown(things)) : null,
    };
  }

  dealt(deal, rules, read) {
    if (this.purpose === PYRAMID) {
      return deal.players.flatMap((player, at) => [
        read(player?.cards, `players[${at}].cards`),
        ...(rules.kitty || player?.kitty?.length ? [read(player?.kitty, `players[${at}].kitty`)] : []),
      ]);
    }
    const own = deal.players.map((player, at) => read(player?.tiles, `players[${at}].tiles`));
    return rules.board || deal.board?.length ? [...own, read(deal.board, "board")] : own;
  }

  things(things, name) {
    const kind = this.purpose === PIECEPACKS ? "tiles" : "cards";
    if (!Array.isArray(things)) {
      this.mistake(name, `must be a list of ${kind}.`);
      return [];
    }
    return things.map((text, at) => {
      const thing = thingOf(text, this.purpose);
      if (!thing) this.mistake(`${name}[${at}]`, `“${text}” is not one of the ${kind}, which are written like ${EXAMPLES[kind]}.`);
      return thing;
    });
  }

  // What the answer around the draw shows: compared, however it is written.
  shown(things) {
    return Array.isArray(things) ? things.map((text) => thingOf(text, this.purpose) ?? String(text)) : [];
  }
}

const EXAMPLES = { cards: "10♠ or TS", tiles: "b♠2 or wHA" };

// Every object with a server seed, and the answer that it was found in.
function drawsIn(value, around = null, depth = 0, found = []) {
  if (depth > DEEPEST || typeof value !== "object" || value === null || found.length >= MOST_DRAWS) return found;
  if (Object.hasOwn(value, "server_seed")) found.push({ draw: value, around });
  else for (const below of Object.values(value)) drawsIn(below, value, depth + 1, found);
  return found;
}

function whyNoDraw(value) {
  if (isObject(value?.draw)) return "This is a request: it has no server_seed yet. Paste the answer to it.";
  if (value?.server_seed_hash !== undefined) {
    return "This is the promise of a draw: its server seed is still secret. Keep the hash, and paste the answer that used the draw.";
  }
  if (value?.resolution_id !== undefined || value?.deal_id !== undefined) {
    return "This answer has no draw: the action did not name a promised one, so there is nothing to repeat.";
  }
  return "There is no draw in this. Paste an answer or a record that has a draw, or the draw itself.";
}

// Reads JSON with any number of draws in it.
function readPasted(text) {
  if (text.trim() === "") return { draws: [], mistakes: [{ name: "", text: "Paste the JSON of an answer, a record or a draw." }] };
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { draws: [], mistakes: [{ name: "", text: `This is not JSON: ${error.message}` }] };
  }
  const found = drawsIn(value);
  if (!found.length) return { draws: [], mistakes: [{ name: "", text: whyNoDraw(value) }] };
  const draws = [];
  const all = [];
  for (const [at, { draw, around }] of found.entries()) {
    const mistakes = [];
    draws.push(new DrawReader(draw, around, mistakes).read());
    const place = found.length > 1 ? `draw ${at + 1}, ` : "";
    all.push(...mistakes.map(({ name, text: why }) => ({ name: place + name, text: why })));
  }
  return { draws, mistakes: all.slice(0, MOST_MISTAKES), found };
}

function linesOf(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

function wordsIn(line) {
  return line.split(/[\s,;]+/).filter(Boolean);
}

function typedDeal(fields, lines) {
  const rules = VARIANTS[fields.for]?.[fields.variant];
  if (fields.for === PYRAMID) {
    const players = lines.map((line) => {
      const [cards, kitty = ""] = line.split("|");
      return { cards: wordsIn(cards), ...(rules?.kitty ? { kitty: wordsIn(kitty) } : {}) };
    });
    return { variant: fields.variant, players };
  }
  const own = rules?.board ? lines.slice(0, -1) : lines;
  const board = rules?.board ? wordsIn(lines.at(-1)) : [];
  return { variant: fields.variant, players: own.map((line) => ({ tiles: wordsIn(line) })), board };
}

// How many lines of cards the fields ask for, and what one line holds.
function linesWanted(fields) {
  if (fields.for === "resolve") return { number: Number(fields.hands), text: "one line for each hand" };
  const board = VARIANTS[fields.for]?.[fields.variant]?.board ? 1 : 0;
  const kitty = VARIANTS[fields.for]?.[fields.variant]?.kitty ? ", with | before the kitty" : "";
  const text = `one line for each player${kitty}${board ? ", then one for the board" : ""}`;
  return { number: Number(fields.players) + board, text };
}

// Reads the fields of the form, which have the names that the service uses.
function readTyped(fields) {
  const wholeOf = (text) => (/^\d{1,3}$/.test(text) ? Number(text) : NaN);
  const { server_seed, client_seed, for: purpose } = fields;
  const draw = { for: purpose, server_seed: server_seed.trim(), client_seed };
  if (fields.draw_id) draw.draw_id = fields.draw_id;
  if (purpose === "resolve") draw.hands = wholeOf(fields.hands);
  else Object.assign(draw, { variant: fields.variant, players: wholeOf(fields.players) });
  const mistakes = [];
  new DrawReader(draw, null, mistakes).read(); // before the cards, whose lines depend on these fields
  const lines = linesOf(fields.cards);
  const wanted = linesWanted(fields);
  if (!mistakes.length && lines.length) {
    if (lines.length !== wanted.number) {
      mistakes.push({ name: "cards", text: `must be ${wanted.text}: ${wanted.number} here. This has ${lines.length}.` });
    } else if (purpose === "resolve") draw.hands = lines.map(wordsIn);
    else draw.deal = typedDeal(fields, lines);
  }
  const found = mistakes.length ? [] : [{ draw, around: null }];
  const draws = found.map((one) => new DrawReader(one.draw, null, mistakes).read());
  const named = mistakes.map(({ name, text }) => ({ name: /^(hands|deal)[.[]/.test(name) ? "cards" : name, text }));
  return { draws, mistakes: named, found };
}
