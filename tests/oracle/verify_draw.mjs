// Verifies a draw, written from the steps in docs/api/verifiable-draws.md alone; nothing here was taken from the service.
//
//   node verify_draw.mjs <server seed> <client seed> <hands>                        the hands of one draw
//   node verify_draw.mjs <server seed> <client seed> <for> <variant> <players>      the deal of one draw
//   node verify_draw.mjs < draws        a JSON object in each line, with the same names in snake_case, and optionally how
//                                       many "words" to tell
//
// Every draw is answered by a line of JSON.

import { createHash, createHmac } from "node:crypto";
import { createInterface } from "node:readline";

const HANDS = 2598960;
const TOO_HIGH = 4293481920;
const WORDS = 4294967296;
const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");
const SUITS = "♠ ♥ ♣ ♦".split(" ");
const TILE_RANKS = "2 3 4 5 A N".split(" ");
const GROUPS = "b w".split(" ");
const TILES = {
  five_card: { own: 5, board: 0 },
  five_card_lowball: { own: 5, board: 0 },
  texas_holdem: { own: 2, board: 5 },
  omaha_hi_lo: { own: 4, board: 5 },
};

function* words(serverSeed, clientSeed, nonce) {
  for (let block = 0; ; block++) {
    const digest = createHmac("sha256", serverSeed).update(`${clientSeed}:${nonce}:${block}`, "utf8").digest();
    for (let place = 0; place < 32; place += 4) yield digest.readUInt32BE(place);
  }
}

function firstBelow(limit, stream) {
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word;
  }
}

function choose(n, k) {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

const cardName = (n) => RANKS[Math.floor(n / 4)] + SUITS[n % 4];

const tileName = (t) => GROUPS[Math.floor(t / 4) % 2] + SUITS[t % 4] + TILE_RANKS[Math.floor(t / 8)];

function cards(number) {
  const found = [];
  for (let k = 5; k >= 1; k--) {
    let n = 51;
    while (choose(n, k) > number) n--;
    number -= choose(n, k);
    found.push(cardName(n));
  }
  return found;
}

function dealt(deck, stream, number) {
  for (let p = 0; p < number; p++) {
    const left = deck.length - p;
    const c = p + (firstBelow(Math.floor(WORDS / left) * left, stream) % left);
    [deck[p], deck[c]] = [deck[c], deck[p]];
  }
  return deck.slice(0, number);
}

function* portions(things, size, players) {
  for (let player = 0; player < players; player++) yield things.slice(player * size, (player + 1) * size);
}

function pyramidDeal(stream, variant, players) {
  const deck = [];
  for (let n = 0; n < 52; n++) deck.push(cardName(n), cardName(n));
  deck.push("W", "W");
  const each = [...portions(dealt(deck, stream, 17 * players), 17, players)];
  if (variant === "no_surrender") return { variant, players: each.map((all) => ({ cards: all })) };
  return { variant, players: each.map((all) => ({ cards: all.slice(0, 13), kitty: all.slice(13) })) };
}

function piecepacksDeal(stream, variant, players) {
  const { own, board } = TILES[variant];
  const deck = Array.from({ length: 48 }, (_, t) => tileName(t));
  const all = dealt(deck, stream, own * players + board);
  return {
    variant,
    players: [...portions(all, own, players)].map((tiles) => ({ tiles })),
    board: all.slice(own * players),
  };
}

const DEALS = { pyramid_deal: pyramidDeal, piecepacks_deal: piecepacksDeal };
const VARIANTS = { pyramid_deal: ["no_surrender", "standard"], piecepacks_deal: Object.keys(TILES) };
const USAGE = `Usage: verify_draw.mjs <server seed> <client seed> <hands>
       verify_draw.mjs <server seed> <client seed> <for> <variant> <players>`;

/** What is wrong with the arguments, if anything is. A mistyped one would give the hands of another draw. */
function mistake(serverSeed, what, variant, players) {
  const number = (text) => /^[1-9]\d{0,3}$/.test(text ?? "");
  if (!/^[0-9a-f]{64}$/.test(serverSeed)) return "The server seed has 64 hexadecimal digits, in lower case.";
  if (number(what)) return "";
  if (!(what in DEALS)) return `Give the number of hands, or one of ${Object.keys(DEALS).join(", ")}.`;
  if (!VARIANTS[what].includes(variant)) return `The variants of ${what} are ${VARIANTS[what].join(", ")}.`;
  return number(players) ? "" : "Give the number of players.";
}

function verify({ for: purpose = "resolve", server_seed, client_seed, hands, variant, players, words: wanted = 0 }) {
  const serverSeed = Buffer.from(server_seed, "hex");
  const answer = { server_seed_hash: createHash("sha256").update(serverSeed).digest("hex") };
  if (purpose === "resolve") {
    const number = (nonce) => firstBelow(TOO_HIGH, words(serverSeed, client_seed, nonce)) % HANDS;
    answer.hands = Array.from({ length: hands }, (_, nonce) => cards(number(nonce)));
  } else {
    answer.deal = DEALS[purpose](words(serverSeed, client_seed, purpose), variant, players);
  }
  if (wanted) {
    const stream = words(serverSeed, client_seed, purpose === "resolve" ? 0 : purpose);
    answer.words = Array.from({ length: wanted }, () => stream.next().value);
  }
  return answer;
}

const tell = (draw) => console.log(JSON.stringify(verify(draw)));

const [server_seed, client_seed, what, variant, players] = process.argv.slice(2);
if (server_seed !== undefined) {
  const wrong = mistake(server_seed, what, variant, players);
  if (wrong) {
    console.error(`${wrong}\n${USAGE}`);
    process.exit(2);
  }
  if (what in DEALS) tell({ for: what, server_seed, client_seed, variant, players: Number(players) });
  else tell({ server_seed, client_seed, hands: Number(what) });
} else {
  for await (const line of createInterface({ input: process.stdin })) tell(JSON.parse(line));
}
