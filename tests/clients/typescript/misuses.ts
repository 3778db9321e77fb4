// Mistakes that callers make. The compiler must refuse each of them, which `python -m tests.clients` checks one by one; a
// name has the same code without the mistake in uses.ts.
import type {
  BatchResult, Body, Decide, Odds, Participant, PatchHeaders, Preview, Resolution, Resolve, Score, Settle, Showdown,
} from "./bodies";

const hand = ["K♠", "Q♠", "J♠", "10♠", "9♠"];
const cards = ["A♠", "A♥", "W"];

export const emptyParticipant: Participant = {};
export const strengthMissing: Participant = { items: ["lucky_ace_charm"] };
export const skillsAndNpc: Participant = { skills: {}, npc: "rookie", effects: ["whiskey"] };
export const skillsAndSuitBonuses: Participant = { skills: { stealth: 40 }, suit_bonuses: { spades: 10 } };
export const npcAndCharacter: Participant = { character_id: "billy", npc: "rookie" };
export const suitBonusesAndCharacter: Participant = { character_id: "billy", suit_bonuses: {} };
export const levelAsText: Participant = { skills: { stealth: "40" } };
export const misspeltSuit: Participant = { suit_bonuses: { spade: 10 } };
export const misspeltField: Participant = { npc: "rookie", modifers: [{ source: "map", flat: 10 }] };

export const neitherCrimeNorThreshold: Resolve = { action_type: "pve", actor: { npc: "rookie" } };
export const crimeAndThreshold: Resolve = {
  action_type: "pve", crime: "bank_robbery", threshold: 180.5, actor: { npc: "rookie" },
};
export const neitherDifficultyNorThreshold: Resolve = { action_type: "skill_check", actor: { skills: {} } };
export const difficultyAndThreshold: Resolve = {
  action_type: "skill_check", difficulty: "hard", threshold: 90, actor: { skills: {} },
};
export const difficultyOfACrime: Resolve = { action_type: "pve", difficulty: "hard", actor: { npc: "rookie" } };
export const unknownActionType: Resolve = { action_type: "duel", actor: { npc: "rookie" }, target: { npc: "veteran" } };
export const actorMissing: Resolve = { action_type: "pve", crime: "bank_robbery" };
export const targetMissing: Resolve = { action_type: "pvp", actor: { npc: "rookie" } };
export const gangOfNoList: Resolve = {
  action_type: "gang_war", attackers: { npc: "rookie" }, defenders: [{ npc: "rookie" }], method: "average",
};
export const unknownMethod: Resolve = {
  action_type: "gang_war", attackers: [{ npc: "rookie" }], defenders: [{ npc: "rookie" }], method: "best_two",
};
export const handInResolve: Resolve = { action_type: "pve", crime: "bank_robbery", actor: { npc: "rookie", hand } };
export const handMissingInScore: Score = {
  action_type: "pve", crime: "bank_robbery", actor: { skills: { stealth: 40 } }, tuning: { skill_curve: "published" },
};
export const overlayInResolve: Resolve = {
  action_type: "pve", crime: "bank_robbery", actor: { npc: "rookie" }, tuning_revision: 0,
};
export const thresholdOfTextInOdds: Odds = { action_type: "pve", threshold: "300", actor: { npc: "rookie" } };
export const drawInOdds: Odds = {
  action_type: "pve", threshold: 300, actor: { npc: "rookie" }, draw: { draw_id: "an-id", client_seed: "a seed" },
};
export const batchOfNoActions: Body<"resolveBatch"> = { requests: [{ action_type: "pve" }] };

export const namelessPreviewCharacter: Preview = { values: {}, characters: [{ skills: { stealth: 50 } }] };
export const previewCharacterTwice: Preview = {
  values: {}, characters: [{ name: "ada", skills: {}, suit_bonuses: { clubs: 5 } }],
};
export const revisionMissing: PatchHeaders = {};

export const unknownDecision: Settle = {
  players: [{ id: "ann", decision: "fold" }, { id: "bob", back: cards, middle: cards, front: cards, declare: "auto" }],
};
export const playersMissing: Decide = { cards };
export const unknownVariant: Showdown = { variant: "stud", players: [{ id: "ann", tiles: ["b♠N"] }, { id: "bob" }] };

export function unreadKind(result: BatchResult): string {
  return result.outcome.degree;
}

export function unreadActionType(resolution: Resolution): number {
  return resolution.challenge.threshold;
}
