"use strict";
// The published algorithm, and a trace of every number on the way. The steps are those of the guide on verifiable draws.

const HAND_COUNT = 2598960;
const ACCEPTED_WORDS = 4293481920; // the largest multiple of HAND_COUNT that 32 bits have room for
const ALL_WORDS = 2 ** 32;

const SUITS = ["♠", "♥", "♣", "♦"];
const CARD_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const CARDS = Array.from({ length: 52 }, (_, n) => CARD_RANKS[Math.floor(n / 4)] + SUITS[n % 4]);
const WILD = "W";
const PYRAMID_DECK = [...CARDS.flatMap((card) => [card, card]), WILD, WILD];
const TILE_RANKS = ["2", "3", "4", "5", "A", "N"];
const GROUPS = ["b", "w"];
const TILES = Array.from(
  { length: 48 },
  (_, t) => GROUPS[Math.floor(t / 4) % 2] + SUITS[t % 4] + TILE_RANKS[Math.floor(t / 8)],
);

const MOST_HANDS = 200;
const PYRAMID = "pyramid_deal";
const PIECEPACKS = "piecepacks_deal";
const VARIANTS = {
  [PYRAMID]: {
    no_surrender: { cards: 17, kitty: 0, players: [2, 6] },
    standard: { cards: 13, kitty: 4, players: [2, 6] },
  },
  [PIECEPACKS]: {
    five_card: { tiles: 5, board: 0, players: [2, 9] },
    five_card_lowball: { tiles: 5, board: 0, players: [2, 9] },
    texas_holdem: { tiles: 2, board: 5, players: [2, 20] },
    omaha_hi_lo: { tiles: 4, board: 5, players: [2, 10] },
  },
};

function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

function digitsOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Steps 1 and 2: the words of one hand, or of one deal. Each block goes to `blocks` when it is made.
async function* wordsOf(hashing, seed, clientSeed, nonce, blocks) {
  for (let block = 0; ; block++) {
    const message = `${clientSeed}:${nonce}:${block}`;
    const digest = await hashing.hmac(seed, new TextEncoder().encode(message));
    blocks.push({ message, digest: digitsOf(digest) });
    const view = new DataView(digest.buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

// Step 3: the first word below the limit. Every word that is looked at goes to `seen`.
async function firstBelow(limit, words, seen) {
  for (;;) {
    const { value: word } = await words.next();
    seen.push({ word, taken: word < limit });
    if (word < limit) return word;
  }
}

function choose(n, k) {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

// Steps 4 to 6: the cards of a hand's number.
function cardsOf(number) {
  const steps = [];
  for (let k = 5, left = number; k > 0; k--) {
    let n = 51;
    while (choose(n, k) > left) n--;
    steps.push({ left, k, n, fits: choose(n, k), next: n < 51 ? choose(n + 1, k) : null, card: CARDS[n] });
    left -= choose(n, k);
  }
  return steps;
}

async function drawHand(hashing, seed, clientSeed, nonce) {
  const blocks = [];
  const seen = [];
  const word = await firstBelow(ACCEPTED_WORDS, wordsOf(hashing, seed, clientSeed, nonce, blocks), seen);
  const steps = cardsOf(word % HAND_COUNT);
  return { cards: steps.map((step) => step.card), trace: { blocks, seen, steps } };
}

async function dealFrom(deck, number, hashing, seed, clientSeed, purpose) {
  const blocks = [];
  const steps = [];
  const words = wordsOf(hashing, seed, clientSeed, purpose, blocks);
  const order = [...deck];
  for (let p = 0; p < number; p++) {
    const left = deck.length - p;
    const limit = ALL_WORDS - (ALL_WORDS % left);
    const seen = [];
    const word = await firstBelow(limit, words, seen);
    const c = p + (word % left);
    [order[p], order[c]] = [order[c], order[p]];
    steps.push({ p, left, limit, seen, rest: word % left, c, dealt: order[p] });
  }
  return { dealt: order.slice(0, number), trace: { blocks, steps } };
}

// How what is dealt is shared out: the name and the size of each part, in the order dealt.
function partsOf(draw) {
  if (draw.purpose === "resolve") return draw.names.map((name) => ({ name, size: 5 }));
  const rules = VARIANTS[draw.purpose][draw.variant];
  const players = Array.from({ length: draw.players }, (_, at) => `Player ${at + 1}`);
  if (draw.purpose === PYRAMID) {
    return players.flatMap((name) => [
      { name, size: rules.cards },
      ...(rules.kitty ? [{ name: `${name}, kitty`, size: rules.kitty }] : []),
    ]);
  }
  const own = players.map((name) => ({ name, size: rules.tiles }));
  return rules.board ? [...own, { name: "Board", size: rules.board, ordered: true }] : own;
}

// What the seeds of a draw give: the hash of the server seed, and the cards or tiles of each part.
async function redo(hashing, draw) {
  const seed = bytesOf(draw.serverSeed);
  const hash = digitsOf(await hashing.sha256(seed));
  const parts = partsOf(draw);
  if (draw.purpose === "resolve") {
    const hands = [];
    for (let nonce = 0; nonce < parts.length; nonce++) {
      hands.push(await drawHand(hashing, seed, draw.clientSeed, nonce));
    }
    return { hash, parts: parts.map((part, at) => ({ ...part, things: hands[at].cards, trace: hands[at].trace })) };
  }
  const number = parts.reduce((sum, part) => sum + part.size, 0);
  const deck = draw.purpose === PYRAMID ? PYRAMID_DECK : TILES;
  const { dealt, trace } = await dealFrom(deck, number, hashing, seed, draw.clientSeed, draw.purpose);
  const shared = parts.map((part) => ({ ...part, things: dealt.splice(0, part.size) }));
  return { hash, parts: shared, trace };
}
