// What callers write. All of it must compile, with no assertion and no cast. Each name of misuses.ts is here too, with
// the mistake corrected: so what the compiler refuses there is the mistake and nothing else.
import type {
  BatchResult, Body, Decide, Odds, Participant, PatchHeaders, Preview, Resolution, Resolve, Score, Settle, Showdown,
} from "./bodies";

const hand = ["K♠", "Q♠", "J♠", "10♠", "9♠"];
const cards = ["A♠", "A♥", "W"];

// Participants: by one of the four, and skills with the character that they belong to.
export const emptyParticipant: Participant = { skills: {} };
export const strengthMissing: Participant = { npc: "veteran", items: ["lucky_ace_charm"] };
export const skillsAndNpc: Participant = { npc: "rookie", effects: ["whiskey"] };
export const skillsAndSuitBonuses: Participant = { skills: { stealth: 40 } };
export const npcAndCharacter: Participant = { character_id: "billy", skills: { stealth: 40 } };
export const suitBonusesAndCharacter: Participant = { character_id: "billy" };
export const levelAsText: Participant = { skills: { stealth: 40 } };
export const misspeltSuit: Participant = { suit_bonuses: { spades: 10 } };
export const misspeltField: Participant = { npc: "rookie", modifiers: [{ source: "map", flat: 10 }] };

// Actions
export const neitherCrimeNorThreshold: Resolve = { action_type: "pve", crime: "bank_robbery", actor: { npc: "rookie" } };
export const crimeAndThreshold: Resolve = { action_type: "pve", threshold: 180.5, actor: { npc: "rookie" } };
export const neitherDifficultyNorThreshold: Resolve = {
  action_type: "skill_check", difficulty: "hard", actor: { skills: {} },
};
export const difficultyAndThreshold: Resolve = { action_type: "skill_check", threshold: 90, actor: { skills: {} } };
export const difficultyOfACrime: Resolve = { action_type: "skill_check", difficulty: "hard", actor: { npc: "rookie" } };
export const unknownActionType: Resolve = { action_type: "pvp", actor: { npc: "rookie" }, target: { npc: "veteran" } };
export const actorMissing: Resolve = { action_type: "pve", crime: "bank_robbery", actor: { skills: {} } };
export const targetMissing: Resolve = { action_type: "pvp", actor: { npc: "rookie" }, target: { character_id: "billy" } };
export const gangOfNoList: Resolve = {
  action_type: "gang_war", attackers: [{ npc: "rookie" }], defenders: [{ npc: "rookie" }], method: "average",
};
export const unknownMethod: Resolve = {
  action_type: "gang_war", attackers: [{ npc: "rookie" }], defenders: [{ npc: "rookie" }], method: "best_three",
};
export const handInResolve: Score = { action_type: "pve", crime: "bank_robbery", actor: { npc: "rookie", hand } };
export const handMissingInScore: Score = {
  action_type: "pve", crime: "bank_robbery", actor: { skills: { stealth: 40 }, hand }, tuning: { skill_curve: "published" },
};
export const overlayInResolve: Odds = {
  action_type: "pve", crime: "bank_robbery", actor: { npc: "rookie" }, tuning_revision: 0,
  tuning: { crimes: { bank_robbery: { threshold: 300 }, burglary: null } },
};
export const thresholdOfTextInOdds: Odds = { action_type: "pve", threshold: 300, actor: { npc: "rookie" } };
export const drawInOdds: Resolve = {
  action_type: "pve", threshold: 300, actor: { npc: "rookie" }, draw: { draw_id: "an-id", client_seed: "a seed" },
};
export const batchOfNoActions: Body<"resolveBatch"> = { requests: [crimeAndThreshold, targetMissing] };

// Designers
export const namelessPreviewCharacter: Preview = { values: {}, characters: [{ name: "ada", skills: { stealth: 50 } }] };
export const previewCharacterTwice: Preview = { values: {}, characters: [{ name: "ada", suit_bonuses: { clubs: 5 } }] };
export const revisionMissing: PatchHeaders = { "If-Match": '"3"' };

// The other games: fields with a default may be left out.
export const unknownDecision: Settle = {
  players: [{ id: "ann", decision: "surrender" }, { id: "bob", back: cards, middle: cards, front: cards, declare: "auto" }],
};
export const playersMissing: Decide = { cards, players: 3 };
export const unknownVariant: Showdown = { variant: "five_card", players: [{ id: "ann", tiles: ["b♠N"] }, { id: "bob" }] };
export const half_an_hour: Body<"promiseDraw"> = { expires_in_seconds: 1800 };
export const as_long_as_usual: Body<"promiseDraw"> = {};

// Answers are told apart by what they say they are, and the compiler knows what each has.
export function unreadKind(result: BatchResult): string {
  switch (result.kind) {
    case "challenge":
      return result.outcome.degree;
    case "duel":
      return result.target.hand_rank;
    case "gang_war":
      return `${result.attackers.score}`;
    case "problem":
      return result.errors?.map((error) => error.pointer).join() ?? result.type;
  }
}

export function unreadActionType(resolution: Resolution): number {
  switch (resolution.action_type) {
    case "pve":
    case "skill_check":
      return resolution.challenge.threshold;
    case "pvp":
      return resolution.target.total_score;
    case "gang_war":
      return resolution.defenders.participants.length;
  }
}
