// How the game plays: what was counted, over what chance alone would give.
import { html, nothing } from "../vendor/lit-html.js";
import { barChart } from "../charts/bars.js";
import { intervalChart } from "../charts/intervals.js";
import { lineChart } from "../charts/lines.js";
import { get } from "../core/api.js";
import { integer, number, percent, percentWhole, plural, words } from "../core/format.js";
import { busyLine, problemBox } from "../core/parts.js";
import { address, replace } from "../core/router.js";
import { newest } from "../core/store.js";
import { lately, readLately } from "./lately.js";

export const label = "Insights";
export const title = () => "Insights";

const VIEWS = { day: "By day", crime: "By challenge", revision: "By revision", hands: "Hand ranks", bonuses: "Suit bonuses", duels: "Duels" };
const SPLIT = ["day", "crime", "revision"];
const KINDS = { pve: "Crimes", skill_check: "Skill checks", pvp: "Duels" };
const shown = { view: "day", days: "7", kind: "pve", crime: null };
const found = { busy: false, problem: null, answer: null, of: null };
const run = newest(found);

export function load({ query }) {
  if (query.view in VIEWS) shown.view = query.view;
  if (["7", "14", "30"].includes(query.days)) shown.days = query.days;
  read();
  readLately();
}

const read = (cursor) =>
  run(async (signal) => {
    const { view, days } = shown;
    const answer = await get("/v1/admin/insights", SPLIT.includes(view) ? { by: view, days, cursor, ...(view === "day" ? {} : { limit: 100 }) } : { days }, signal);
    return { answer, of: `${view}/${days}` };
  });

function choose(changes) {
  Object.assign(shown, changes);
  replace("insights", [], { view: shown.view, days: shown.days });
  read();
}

function readAgain() {
  read();
  readLately();
}

export function view() {
  const current = found.of === `${shown.view}/${shown.days}`;
  return html`<h1>Insights</h1>${lately()}
    <div class="filters">
      <div><label for="days">Window</label><select id="days" @change=${(event) => choose({ days: event.target.value })}>
        ${["7", "14", "30"].map((days) => html`<option value=${days} ?selected=${days === shown.days}>the last ${days} days</option>`)}</select></div>
      <div><label for="view">View</label><select id="view" @change=${(event) => choose({ view: event.target.value })}>
        ${Object.entries(VIEWS).map(([name, text]) => html`<option value=${name} ?selected=${name === shown.view}>${text}</option>`)}</select></div>
      ${shown.view === "day" ? html`<div><label for="kind">Of</label><select id="kind" @change=${(event) => choose({ kind: event.target.value })}>
        ${Object.entries(KINDS).map(([name, text]) => html`<option value=${name} ?selected=${name === shown.kind}>${text}</option>`)}</select></div>` : nothing}
      <button type="button" @click=${readAgain}>Read again</button>
    </div>
    ${problemBox(found.problem, read)} ${busyLine(found.busy)}
    ${found.answer && current ? body(found.answer) : nothing}`;
}

function body(answer) {
  const views = { day: byDay, crime: byCrime, revision: byRevision, hands, bonuses, duels };
  return html`${answer.reset_at ? html`<p class="faded">Reset at ${answer.reset_at}.</p>` : nothing}<section data-view=${shown.view}><h2 class="visually-hidden">${VIEWS[shown.view]}</h2>${views[shown.view](answer)}${shown.view === "bonuses" ? nothing : MEANING}</section>`;
}

const empty = html`<p>Nothing has been decided in this window yet. A resolution shows here within a second.</p>`;

/** What was observed in a sample, and what chance alone would give, as shares of it. */
const comparedWith = (odds) =>
  odds.sampled
    ? { observed: odds.wins / odds.sampled, expected: odds.expected_wins / odds.sampled, error: odds.standard_error / odds.sampled, z: odds.z, count: odds.sampled }
    : { observed: null, expected: null, error: null, z: null, count: 0 };

function byDay({ days }) {
  const rows = days.map((day) => ({ ...day, ...day.outcomes[shown.kind], live: day.went_live }));
  if (!rows.some((row) => row.attempts ?? row.duels)) return empty;
  const marks = rows.flatMap((row, index) => (row.live.length ? [{ x: index, text: row.live.length > 1 ? `revisions ${row.live.at(-1).tuning_revision} to ${row.live[0].tuning_revision}` : `revision ${row.live[0].tuning_revision}` }] : []));
  const compared = rows.map((row) => comparedWith(row.against_odds));
  const dates = rows.map((row) => row.day.slice(5));
  return html`${lineChart({
    id: "by-day",
    title: `${KINDS[shown.kind]}: share of successes by day`,
    summary: "The observed share of a fair sample of each day, and the exact share that its actions had. Vertical lines are changes of the tuning.",
    x: { label: "Day", values: rows.map((_, index) => index), format: (index) => dates[index], tick: (index) => dates[index] ?? "" },
    y: { domain: [0, 1], format: percentWhole, precise: percent },
    series: [
      { name: "Exact", values: compared.map((one) => one.expected), kind: "live" },
      { name: "Observed", values: compared.map((one) => one.observed), kind: "draft" },
    ],
    marks,
    points: true,
  })}
  <div class="wide"><table><thead><tr><th scope="col">Day</th><th scope="col" class="n">Attempts</th><th scope="col" class="n">Won</th><th scope="col" class="n">Rate</th><th scope="col" class="n">z</th><th scope="col">Went live</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.day}</th><td class="n">${integer(row.attempts ?? row.duels)}</td><td class="n">${integer(row.successes ?? row.actor_wins)}</td>
      <td class="n">${percent(row.success_rate ?? row.win_rate)}</td><td class="n">${zOf(row.against_odds.z)}</td>
      <td>${row.live.map((one) => html`<a href=${address("revision", [one.tuning_revision])} title=${one.reason}>${one.tuning_revision}</a> `)}</td></tr>`)}</tbody></table></div>`;
}

const MEANING = html`<p class="help">z is how many standard errors the sample is from its exact odds: within ±2 about 95 times in
  100, beyond ±3 look for a bug. It is – until there are enough attempts to tell.</p>`;
const TOO_FEW = "Too few attempts to tell";

const zOf = (z) => (z === null ? html`<span class="faded" title=${TOO_FEW}>–<span class="visually-hidden"> ${TOO_FEW}</span></span>` : html`<span class=${Math.abs(z) > 3 ? "down" : ""}>${z.toFixed(2)}</span>`);

function byCrime({ crimes }) {
  if (!crimes.length) return empty;
  const nameOf = (row) => `${words(row.name)}${row.action_type === "skill_check" ? " (check)" : ""}`;
  const chosen = crimes.find((row) => `${row.action_type}/${row.name}` === shown.crime) ?? crimes[0];
  const revisions = chosen.revisions.toReversed();
  return html`<div class="filters"><div><label for="crime">Challenge</label><select id="crime" @change=${(event) => choose({ crime: event.target.value })}>
      ${crimes.map((row) => html`<option value="${row.action_type}/${row.name}" ?selected=${row === chosen}>${nameOf(row)}</option>`)}</select></div></div>
    ${intervalChart({
      id: "by-revision",
      title: `${nameOf(chosen)}, before and after each change`,
      summary: `Dots are the observed shares of success, bands what the exact odds of each revision allow by chance (two standard errors).`,
      items: revisions.map((row) => ({ label: `revision ${row.tuning_revision}`, ...comparedWith(row.against_odds) })),
      label: "Share of successes",
      labelTitle: "Revision",
      domain: [0, 1],
      format: percentWhole,
    })}
    <div class="wide"><table><thead><tr><th scope="col">Revision</th><th scope="col">Days</th><th scope="col" class="n">Threshold</th><th scope="col" class="n">Attempts</th><th scope="col" class="n">Rate</th><th scope="col" class="n">Exact, in the sample</th><th scope="col" class="n">z</th></tr></thead>
      <tbody>${revisions.map((row) => html`<tr><th scope="row"><a href=${address("revision", [row.tuning_revision])}>${row.tuning_revision}</a></th><td>${row.first_day === row.last_day ? row.first_day : `${row.first_day} to ${row.last_day}`}</td>
        <td class="n">${number(row.mean_threshold)}</td><td class="n">${integer(row.attempts)}</td><td class="n">${percent(row.success_rate)}</td><td class="n">${percent(comparedWith(row.against_odds).expected)}</td><td class="n">${zOf(row.against_odds.z)}</td></tr>`)}</tbody></table></div>`;
}

function byRevision({ revisions }) {
  if (!revisions.length) return empty;
  return html`<div class="wide"><table><thead><tr><th scope="col">Revision</th><th scope="col">Days</th>${Object.values(KINDS).map((text) => html`<th scope="col" class="n">${text}</th><th scope="col" class="n">Rate</th><th scope="col" class="n">z</th>`)}</tr></thead>
    <tbody>${revisions.map((row) => html`<tr><th scope="row"><a href=${address("revision", [row.tuning_revision])}>${row.tuning_revision}</a></th><td>${row.first_day === row.last_day ? row.first_day : `${row.first_day} to ${row.last_day}`}</td>
      ${Object.keys(KINDS).map((kind) => {
        const one = row.outcomes[kind];
        return html`<td class="n">${integer(one.attempts ?? one.duels)}</td><td class="n">${percent(one.success_rate ?? one.win_rate)}</td><td class="n">${zOf(one.against_odds.z)}</td>`;
      })}</tr>`)}</tbody></table></div>
    <p class="faded">The chance of each crime under each revision is under “By challenge”.</p>`;
}

function hands({ win_rate_by_hand_rank: ranks }) {
  const drawn = ranks.reduce((sum, row) => sum + row.drawn, 0);
  if (!drawn) return empty;
  return intervalChart({
    id: "hand-ranks",
    title: "How often each hand was dealt",
    summary: `As a multiple of its exact chance, over ${plural(drawn, "hand")}. Bands are two standard errors; rare hands have wide ones.`,
    items: ranks.map((row) => ({
      label: words(row.hand_rank),
      observed: row.share / row.expected_share,
      expected: 1,
      error: Math.sqrt((1 - row.expected_share) / (row.expected_share * drawn)),
      z: row.z,
      count: row.drawn,
    })),
    label: "Dealt, as a multiple of what is expected",
    labelTitle: "Hand",
    domain: [0, 2],
    format: (value) => `${number(value)}×`,
  });
}

function bonuses({ suit_bonus_distribution: suits }) {
  const names = Object.keys(suits);
  if (!names.some((name) => suits[name].participants)) return empty;
  const bars = suits[names[0]].histogram;
  const range = ({ from, to }) => (from === null ? "below 0" : to === null ? `${number(from)}+` : from === to ? number(from) : `${number(Math.floor(from))}–${number(Math.ceil(to))}`);
  return html`${barChart({
    id: "suit-bonuses",
    title: "The suit bonuses that participants bring",
    summary: `${names.map((name) => `${words(name)} ${suits[name].mean === null ? "–" : number(suits[name].mean)} on average`).join(", ")}. If players value all suits alike, the four look alike.`,
    categories: bars.map(range),
    categoryTitle: "Points",
    series: names.map((name) => ({ name: words(name), kind: name, values: suits[name].histogram.map((bar) => (suits[name].participants ? bar.participants / suits[name].participants : 0)) })),
    format: percentWhole,
    precise: percent,
  })}`;
}

function duels({ win_rate_by_skill_difference: rows }) {
  if (!rows.length) return empty;
  return intervalChart({
    id: "duels",
    title: "Duels by difference in level",
    summary: "The share that the actor won, by the actor's level minus the target's. Bands are what the exact odds allow.",
    items: rows.map((row) => ({ label: row.from === null ? "not known" : `${row.from} to ${row.to}`, ...comparedWith(row.against_odds) })),
    label: "Won by the actor",
    labelTitle: "Difference",
    domain: [0, 1],
    format: percentWhole,
  });
}
