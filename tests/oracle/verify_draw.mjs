// Verifies a draw, written from the steps in docs/verifiable-draws.md alone; nothing here was taken from the service.
//
//   node verify_draw.mjs <server seed> <client seed> <hands>     one draw
//   node verify_draw.mjs < draws                                 a JSON object in each line, with the same three names
//                                                                in snake_case, and optionally how many "words" to tell
//
// Every draw is answered by a line of JSON.

import { createHash, createHmac } from "node:crypto";
import { createInterface } from "node:readline";

const HANDS = 2598960;
const TOO_HIGH = 4293481920;
const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");
const SUITS = "♠ ♥ ♣ ♦".split(" ");

function* words(serverSeed, clientSeed, nonce) {
  for (let block = 0; ; block++) {
    const digest = createHmac("sha256", serverSeed).update(`${clientSeed}:${nonce}:${block}`, "utf8").digest();
    for (let place = 0; place < 32; place += 4) yield digest.readUInt32BE(place);
  }
}

function handNumber(stream) {
  for (const word of stream) if (word < TOO_HIGH) return word % HANDS;
}

function choose(n, k) {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

function cards(number) {
  const found = [];
  for (let k = 5; k >= 1; k--) {
    let n = 51;
    while (choose(n, k) > number) n--;
    number -= choose(n, k);
    found.push(RANKS[Math.floor(n / 4)] + SUITS[n % 4]);
  }
  return found;
}

function verify({ server_seed, client_seed, hands, words: wanted = 0 }) {
  const serverSeed = Buffer.from(server_seed, "hex");
  const drawn = [];
  for (let nonce = 0; nonce < hands; nonce++) drawn.push(cards(handNumber(words(serverSeed, client_seed, nonce))));
  const answer = { server_seed_hash: createHash("sha256").update(serverSeed).digest("hex"), hands: drawn };
  if (wanted) {
    const stream = words(serverSeed, client_seed, 0);
    answer.words = Array.from({ length: wanted }, () => stream.next().value);
  }
  return answer;
}

const tell = (draw) => console.log(JSON.stringify(verify(draw)));

if (process.argv.length > 2) {
  const [server_seed, client_seed, hands] = process.argv.slice(2);
  tell({ server_seed, client_seed, hands: Number(hands) });
} else {
  for await (const line of createInterface({ input: process.stdin })) tell(JSON.parse(line));
}
