// What `POST /v1/resolve` costs at least in Node: the `http` module, the rules for a crime, and nothing else.
//
// No validation, no store, no records, no log. The first argument is the port; node.py gives the tuning in BENCH_TUNING.
"use strict";

const { createServer } = require("node:http");
const { randomFillSync, randomUUID } = require("node:crypto");

const tuning = JSON.parse(process.env.BENCH_TUNING);
const SUITS = ["spades", "hearts", "clubs", "diamonds"];
const SYMBOLS = ["♠", "♥", "♣", "♦"];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const CARDS = Array.from({ length: 52 }, (_, card) => RANKS[card >> 2] + SYMBOLS[card & 3]);
const POOL = new Uint32Array(1024);
let left = 0;

function below(options) {
  const accepted = 2 ** 32 - (2 ** 32 % options); // words from here on would make the lowest choices likelier
  for (;;) {
    if (left === 0) {
      randomFillSync(POOL);
      left = POOL.length;
    }
    const word = POOL[--left];
    if (word < accepted) return word % options;
  }
}

function draw() {
  const hand = [];
  while (hand.length < 5) {
    const card = below(52);
    if (!hand.includes(card)) hand.push(card);
  }
  return hand.sort((one, other) => other - one);
}

function classify(hand) {
  const ranks = hand.map((card) => (card >> 2) + 2); // highest first
  const times = new Map();
  for (const rank of ranks) times.set(rank, (times.get(rank) ?? 0) + 1);
  const groups = [...times].sort((one, other) => other[1] - one[1]);
  const kicker = Math.max(0, ...groups.filter((group) => group[1] === 1).map((group) => group[0]));
  const flush = hand.every((card) => (card & 3) === (hand[0] & 3));
  const wheel = ranks.join() === "14,5,4,3,2";
  const straight = groups.length === 5 && (ranks[0] - ranks[4] === 4 || wheel);
  if (straight && flush) return [ranks[4] === 10 ? "royal_flush" : "straight_flush", 0];
  if (groups[0][1] === 4) return ["four_of_a_kind", kicker];
  if (groups[0][1] === 3) return groups.length === 2 ? ["full_house", 0] : ["three_of_a_kind", kicker];
  if (flush) return ["flush", 0];
  if (straight) return ["straight", 0];
  if (groups[0][1] === 2) return [groups.length === 3 ? "two_pair" : "pair", kicker];
  return ["high_card", ranks[0] + ranks[1] + ranks[2]];
}

function bySuit(values) {
  return { spades: values[0], hearts: values[1], clubs: values[2], diamonds: values[3] };
}

function resolve(body) {
  const bonuses = [0, 0, 0, 0]; // in hundredths, like every score
  for (const [skill, level] of Object.entries(body.actor.skills)) {
    for (const suit of tuning.skills[skill]) bonuses[suit] += tuning.skill_bonuses[level];
  }
  const modifier = body.location === undefined ? null : tuning.locations[body.location];
  if (modifier) modifier.suits.forEach((points, suit) => (bonuses[suit] += points));

  const hand = draw();
  const [rank, addOn] = classify(hand);
  const counts = [0, 0, 0, 0];
  for (const card of hand) counts[card & 3] += 1;
  const rankScore = tuning.hand_rank_scores[rank];
  const breakdown = [{ source: "hand_rank", points: rankScore / 100 }];
  if (addOn) breakdown.push({ source: rank === "high_card" ? "high_cards" : "kicker", points: addOn });
  let suitScore = 0;
  counts.forEach((count, suit) => {
    const points = count * bonuses[suit];
    suitScore += points;
    if (points) breakdown.push({ source: `suit:${SUITS[suit]}`, points: points / 100 });
  });
  const modifierScore = modifier ? modifier.flat + (modifier.hand_ranks[rank] ?? 0) : 0;
  if (modifierScore) breakdown.push({ source: modifier.source, points: modifierScore / 100 });
  const total = Math.max(0, rankScore + 100 * addOn + suitScore + modifierScore);

  const crime = tuning.crimes[body.crime] ?? { difficulty: "custom", threshold: 100 * body.threshold, energy_cost: null };
  const margin = total - crime.threshold;
  const success = margin >= 0;
  const degree =
    margin >= tuning.critical_margin
      ? "critical_success"
      : success
        ? "success"
        : margin >= tuning.failure_margin
          ? "failure"
          : "critical_failure";
  return {
    resolution_id: randomUUID(),
    action_type: body.action_type,
    tuning_revision: 0,
    actor: {
      hand: hand.map((card) => CARDS[card]),
      hand_rank: rank,
      base_score: rankScore / 100 + addOn,
      suit_counts: bySuit(counts),
      suit_bonuses: bySuit(bonuses.map((points) => points / 100)),
      suit_score: suitScore / 100,
      modifier_score: modifierScore / 100,
      total_score: total / 100,
      breakdown,
    },
    challenge: {
      name: body.crime ?? "custom",
      difficulty: crime.difficulty,
      threshold: crime.threshold / 100,
      energy_cost: crime.energy_cost,
    },
    outcome: {
      success,
      degree,
      margin: margin / 100,
      decided_by: "score",
      reward_multiplier: tuning.reward_multipliers[degree] / 1e6,
      penalty: success ? "none" : degree === "failure" ? "minor" : "major",
    },
  };
}

createServer((request, response) => {
  if (request.method === "GET") return response.end("live");
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const answer = Buffer.from(JSON.stringify(resolve(JSON.parse(Buffer.concat(parts).toString()))));
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": answer.length });
    response.end(answer);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
