// Why did I lose? A resolution from its record: what made its total, the chance it had, and who chose the cards.
import { html, nothing } from "../vendor/lit-html.js";
import { waterfall } from "../charts/waterfall.js";
import { get, post } from "../core/api.js";
import { dateTime, number, percent, words } from "../core/format.js";
import { busyLine, problemBox } from "../core/parts.js";
import { address, go } from "../core/router.js";
import { newest, state, update } from "../core/store.js";

export const label = "Support";
export const title = ({ rest }) => (rest[0] ? "A resolution" : "Support");

const RESOLUTION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const list = { busy: false, problem: null, records: [], next: null, character: null, state: null };
const one = { busy: false, problem: null, record: null, odds: null, verified: null, suits: {} };
const without = { left: new Set(), busy: false, problem: null, odds: null, score: null };
const runList = newest(list);
const runOne = newest(one);
const runWithout = newest(without);

/** `#/support/ID` is a resolution, `#/support?character=ann` the newest ones of a character. */
export function load({ rest: [id], query }) {
  if (id) return open(id);
  list.character = query.character ?? "";
  list.records = [];
  read();
}

const read = (cursor) =>
  runList(async (signal) => {
    const character = list.character;
    const page = await get("/v1/resolutions", { limit: 20, cursor, character_id: character }, signal);
    const state = character && !cursor ? await remembered(character, signal) : list.state;
    return { records: [...(cursor ? list.records : []), ...page.resolutions], next: page.next_cursor, state: character ? state : null };
  });

/** The character as the service remembers it; a character that is only named in requests is not known. */
async function remembered(character, signal) {
  try {
    return await get(`/v1/characters/${encodeURIComponent(character)}`, {}, signal);
  } catch (problem) {
    if (problem.status === 404) return null;
    throw problem;
  }
}

function open(id) {
  Object.assign(one, { record: null, odds: null, verified: null });
  Object.assign(without, { left: new Set(), odds: null, score: null, problem: null });
  return runOne(async (signal) => {
    const record = await get(`/v1/resolutions/${encodeURIComponent(id)}`, {}, signal);
    const draw = record.resolution.draw;
    const [odds, verified, suits] = await Promise.all([
      post("/v1/odds", withoutHands(record.inputs), signal).catch((problem) => ({ problem })),
      draw ? post("/v1/draws/verify", { draw }, signal).catch((problem) => ({ problem })) : null,
      skillsOf(record.resolution.tuning_revision, signal),
    ]);
    return { record, odds, verified, suits };
  });
}

/** The skills as they were when it was decided; without the revision, those that are live. */
const skillsOf = (revision, signal) =>
  get(`/v1/admin/tuning/revisions/${revision}`, {}, signal).catch(() => state.live).then(({ values }) => values.skills);

const withoutHands = (value) =>
  Array.isArray(value)
    ? value.map(withoutHands)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== "hand").map(([name, inner]) => [name, withoutHands(inner)]))
      : value;

export function view({ rest: [id] }) {
  return id ? resolutionPage() : search();
}

function search() {
  return html`<h1>Support</h1>
    <form class="filters" @submit=${find}>
      <div><label for="who">A resolution or a character</label>
        <input id="who" size="38" required spellcheck="false" .value=${list.character ?? ""} placeholder="ann, or 01a1efac-7678-…" aria-describedby="who-help" /></div>
      <button class="primary">Look up</button>
      ${list.character ? html`<a class="button" href="#/support">All characters</a>` : nothing}
    </form>
    <p id="who-help" class="help">The <code>resolution_id</code> of an answer, or the <code>character_id</code> that the game uses.</p>
    ${problemBox(list.problem, read)} ${list.character ? stateOf() : nothing}
    <h2>${list.character ? `The newest of ${list.character}` : "The newest resolutions"}</h2>
    ${busyLine(list.busy)}
    ${!list.busy && !list.problem && !list.records.length ? html`<p>There are none on record.</p>` : nothing}
    ${list.records.length ? html`<div class="wide"><table class="records"><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Outcome</th><th scope="col">Revision</th></tr></thead>
      <tbody>${list.records.map((record) => html`<tr><th scope="row"><a href=${address("support", [record.resolution_id])}>${dateTime(record.resolved_at)}</a></th>
        <td>${whatOf(record)}</td><td>${outcomeOf(record.resolution)}</td><td>${record.resolution.tuning_revision}</td></tr>`)}</tbody></table></div>` : nothing}
    ${list.next ? html`<p><button type="button" ?disabled=${list.busy} @click=${() => read(list.next)}>Older</button></p>` : nothing}`;
}

function find(event) {
  event.preventDefault();
  const wanted = event.target.elements.who.value.trim();
  if (RESOLUTION_ID.test(wanted)) return go("support", [wanted]);
  go("support", [], { character: wanted });
}

function stateOf() {
  const { state } = list;
  if (!state) return list.busy ? nothing : html`<p class="faded">The service remembers no skills of ${list.character}.</p>`;
  const skills = Object.entries(state.skills ?? {}).sort(([, a], [, b]) => b - a);
  return html`<div class="box"><p><strong>${list.character}</strong> has ${skills.length ? skills.map(([id, level]) => `${words(id)} ${level}`).join(", ") : "no skills"}.</p></div>`;
}

const whatOf = ({ inputs }) =>
  ({ pve: () => words(inputs.crime ?? `threshold ${inputs.threshold}`), skill_check: () => `Check: ${words(inputs.difficulty ?? inputs.threshold)}`, pvp: () => "Duel", gang_war: () => "Gang war" })[
    inputs.action_type
  ]();

const outcomeOf = ({ outcome }) => (outcome.winner ? `${words(outcome.winner)} won` : words(outcome.degree));

function resolutionPage() {
  const { record } = one;
  return html`${problemBox(one.problem)} ${busyLine(one.busy)} ${record ? found(record) : nothing}
    <p class="actions"><a class="button" href="#/support">Back to the list</a></p>`;
}

function found(record) {
  const { resolution, inputs } = record;
  const { challenge, outcome } = resolution;
  return html`<h1>${whatOf(record)}: ${outcomeOf(resolution).toLowerCase()}</h1>
    <p class="faded">${dateTime(record.resolved_at)} · <a href=${address("revision", [resolution.tuning_revision])}>revision ${resolution.tuning_revision}</a> · <code>${record.resolution_id}</code></p>
    <p class="headline">${chance(resolution)}</p>
    ${decided(resolution)}
    ${participantsOf(record).map((one, index) => hand(one, index, challenge?.threshold ?? null))}
    ${whatIf(inputs, outcome)} ${drawBox(resolution)}`;
}

function chance({ attackers }) {
  const { odds } = one;
  if (!odds) return nothing;
  if (odds.problem) return html`<span class="faded">Its odds cannot be counted: ${odds.problem.detail}</span>`;
  return odds.success
    ? html`It had a chance of <strong>${percent(odds.success.probability)}</strong> to succeed.`
    : html`The ${attackers ? "attackers" : "actor"} had a chance of <strong>${percent(winChance(odds))}</strong> to win.`;
}

const winChance = (odds) => (odds.actor_wins ?? odds.attacker_wins)?.probability ?? null;

const decided = ({ challenge, outcome, attackers, defenders }) =>
  challenge
    ? html`<p>It needed ${number(challenge.threshold)} and ${outcome.margin < 0 ? `fell short by ${number(-outcome.margin)}` : `was ${number(outcome.margin)} above`}.</p>`
    : html`<p>The margin was ${number(outcome.margin)}${attackers ? html`, attackers ${number(attackers.score)} against defenders ${number(defenders.score)}` : nothing}; decided by ${words(outcome.decided_by).toLowerCase()}.</p>`;

/** Those who took part, each with what the request said of them. */
function participantsOf({ resolution, inputs }) {
  const named = (name, participant, sent) => ({ name: participant.character_id ? `${name}: ${participant.character_id}` : name, participant, sent });
  const sides = ["actor", "target"].filter((side) => resolution[side]).map((side) => named(words(side), resolution[side], inputs[side]));
  const gangs = ["attackers", "defenders"].filter((side) => resolution[side]).flatMap((side) =>
    resolution[side].participants.map((participant, index) => named(`${words(side).replace(/s$/, "")} ${index + 1}`, participant, inputs[side][index])));
  return [...sides, ...gangs];
}

const hand = ({ name, participant, sent }, index, threshold) => html`<section class="participant"><h2>${name}</h2>
  <p class="cards">${participant.hand.map(card)} <span>${words(participant.hand_rank)}</span></p>
  ${waterfall({
    id: `total-${index}`,
    title: "What made the total",
    summary: `${words(participant.hand_rank)}, ${number(participant.total_score)} points in all.`,
    parts: participant.breakdown.map((part) => ({ label: partName(part.source), points: part.points })),
    total: participant.total_score,
    threshold,
    format: number,
  })}${suitLines(participant, sent)}</section>`;

const SYMBOLS = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" };

/** Where the points of each suit in the hand come from: the cards, the bonus for each, and the skills behind it. */
const suitLines = ({ suit_counts: cards, suit_bonuses: bonuses }, { skills = {}, npc }) => html`<ul class="suits">${Object.keys(SYMBOLS)
  .filter((suit) => cards[suit] && bonuses[suit])
  .map((suit) => {
    const behind = Object.entries(skills).filter(([id]) => one.suits[id]?.suits.includes(suit));
    return html`<li>${cards[suit]} ${SYMBOLS[suit]} × ${number(bonuses[suit])}${behind.length ? `: ${behind.map(([id, level]) => `${words(id).toLowerCase()} ${level}`).join(", ")}` : npc ? `: ${words(npc).toLowerCase()}` : nothing}</li>`;
  })}</ul>`;

const card = (text) => html`<span class="card ${/[♥♦]/.test(text) ? "red" : ""}">${text}</span>`;

const partName = (source) => {
  const [kind, name] = source.split(":");
  return name ? `${words(name)} (${kind})` : words(kind);
};

/** Everything of the request that could have been left out, by its place. */
function extras(inputs) {
  const found = [];
  const look = (participant, path, name) => {
    for (const kind of ["items", "effects"])
      (participant[kind] ?? []).forEach((id) => found.push({ key: `${path.join("/")}/${kind}/${id}`, path, kind, id, text: `${words(id)}${name}` }));
  };
  for (const side of ["actor", "target"]) if (inputs[side]) look(inputs[side], [side], inputs.target ? `, ${side}` : "");
  for (const side of ["attackers", "defenders"]) (inputs[side] ?? []).forEach((one, index) => look(one, [side, index], `, ${side.replace(/s$/, "")} ${index + 1}`));
  if (inputs.location) found.push({ key: "location", path: [], kind: "location", id: inputs.location, text: words(inputs.location) });
  return found;
}

function whatIf(inputs, outcome) {
  const choices = extras(inputs);
  if (!choices.length) return nothing;
  const toggle = (key) => (event) => {
    if (event.target.checked) without.left.add(key);
    else without.left.delete(key);
    recount(inputs, choices);
  };
  const score = without.score?.outcome;
  return html`<section><h2>And without …?</h2>
    <div class="checks">${choices.map((choice) => html`<label><input type="checkbox" .checked=${without.left.has(choice.key)} @change=${toggle(choice.key)} /> ${choice.text}</label>`)}</div>
    ${busyLine(without.busy, "Counting…")} ${problemBox(without.problem)}
    ${without.left.size && score
      ? html`<p class="box" role="status">With the same cards: <strong>${outcomeOf(without.score)}</strong>, margin ${number(score.margin)} (it was ${number(outcome.margin)}).
          The chance would have been <strong>${percent(without.odds.success?.probability ?? winChance(without.odds))}</strong>.</p>`
      : nothing}</section>`;
}

function recount(inputs, choices) {
  if (!without.left.size) return update();
  const body = structuredClone(inputs);
  for (const { key, path, kind, id } of choices) {
    if (!without.left.has(key)) continue;
    if (kind === "location") delete body.location;
    else {
      const participant = path.reduce((found, step) => found[step], body);
      participant[kind] = participant[kind].filter((other) => other !== id);
    }
  }
  return runWithout(async (signal) => {
    const [score, odds] = await Promise.all([post("/v1/score", body, signal), post("/v1/odds", withoutHands(body), signal)]);
    return { score, odds };
  });
}

function drawBox({ draw }) {
  if (!draw)
    return html`<section><h2>The draw</h2><p class="faded">There is nothing to check: the game asked for no promise before this
      draw. With <code>draw</code> in its request, it gets one that anyone can check.</p></section>`;
  const { verified } = one;
  const link = `/verify#${new URLSearchParams({ draw: JSON.stringify(draw) })}`;
  return html`<section><h2>The draw</h2>
    ${verified?.problem ? problemBox(verified.problem) : html`<p class="box ${verified?.matches ? "good" : "bad"}"><strong>${verified?.matches ? "The draw matches its promise." : "The draw does not match its promise."}</strong>
      The service was bound to its own seed before it knew the player's.</p>`}
    <p>Server seed hash <code>${draw.server_seed_hash}</code>, client seed <code>${draw.client_seed}</code>. A player can <a href=${link}>check it without us</a>.</p></section>`;
}
