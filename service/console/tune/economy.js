// What crimes pay: by attempt, by energy, and over many attempts.
import { html, nothing } from "../vendor/lit-html.js";
import { post } from "../core/api.js";
import { asOverlay, draft, drafted, isEmpty } from "../core/draft.js";
import { number, percent, titleOf } from "../core/format.js";
import { busyLine, problemBox } from "../core/parts.js";
import { address } from "../core/router.js";
import { newest, update } from "../core/store.js";
import { levelNow, participantAt, place } from "./build.js";
import { counted, keyOf } from "./counted.js";

const many = { attempts: 100, busy: false, problem: null, asked: "", odds: null };
const run = newest(many);

export function economy({ section, entry, title }) {
  const level = levelNow();
  const crimes = Object.entries(drafted().crimes);
  const paid = crimes.filter(([id, one]) => one.reward !== undefined || draft.values.crimes[id]?.reward !== undefined);
  if (!paid.length)
    return html`<p>No crime has a reward yet. Give one to a crime in its form: it is what your game pays for a success, and
      the service then says what it pays on average, and for each point of energy.</p>`;
  return html`<p class="headline">What a crime pays at level ${level}</p>
    <div class="wide"><table class="challenges">
      <thead><tr><th scope="col">Crime</th><th scope="col" class="n">Reward</th><th scope="col" class="n">Energy</th><th scope="col" class="n">Expected, live</th><th scope="col" class="n">Expected, draft</th><th scope="col" class="n">For each energy</th></tr></thead>
      <tbody>${paid.map(([id, one]) => row(id, one, level))}</tbody></table></div>
    ${section === "crimes" && paid.some(([id]) => id === entry) ? attempts(entry, title) : nothing}`;
}

function row(id, crime, level) {
  const expected = (side) => {
    const index = side.levels.indexOf(level);
    return side.challenges.get(keyOf("crime", id))?.expected_reward?.[index];
  };
  const now = expected(counted.draft);
  return html`<tr><th scope="row"><a href=${address("tune", ["crimes", id])}>${titleOf(crime, id)}</a></th>
    <td class="n">${number(crime.reward)}</td><td class="n">${number(crime.energy_cost)}</td>
    <td class="n">${number(expected(counted.live))}</td><td class="n">${number(now)}</td>
    <td class="n">${crime.energy_cost && now !== undefined ? number(now / crime.energy_cost) : "–"}</td></tr>`;
}

function attempts(crime, title) {
  const values = drafted();
  const body = {
    action_type: "pve",
    crime,
    actor: participantAt(levelNow(), values),
    attempts: many.attempts,
    ...place(values),
    tuning_revision: draft.base,
    ...(isEmpty() ? {} : { tuning: asOverlay() }),
  };
  const asked = JSON.stringify(body);
  if (asked !== many.asked && values.crimes[crime]?.reward !== undefined) {
    many.asked = asked;
    queueMicrotask(() => run(async (signal) => ({ odds: await post("/v1/odds", body, signal) })));
  }
  const typed = (event) => {
    const attempts = event.target.valueAsNumber;
    if (Number.isInteger(attempts) && attempts >= 1 && attempts <= 10_000) {
      many.attempts = attempts;
      update();
    }
  };
  const sums = many.odds?.attempts;
  return html`<h3>Over many attempts</h3>
    <p class="sentence"><label for="attempts">Attempts at ${title}</label> <input id="attempts" type="number" min="1" max="10000" .value=${String(many.attempts)} @input=${typed} /></p>
    ${busyLine(many.busy, "Counting…")} ${problemBox(many.problem)}
    ${sums ? html`<p>They cost ${number(sums.energy)} energy and pay <strong>${number(sums.expected)}</strong> on average.
        ${many.odds.reward ? html`One attempt pays ${number(many.odds.reward.expected)}, with a standard deviation of ${number(many.odds.reward.standard_deviation)}.` : nothing}</p>
      <table class="quantiles"><caption>How much this many attempts pay at most, by the share of players</caption>
        <thead><tr>${Object.keys(sums.quantiles).map((name) => html`<th scope="col" class="n">${percent(Number(name.slice(1)) / 100).replace(".00", "")}</th>`)}</tr></thead>
        <tbody><tr>${Object.values(sums.quantiles).map((value) => html`<td class="n">${number(value)}</td>`)}</tr></tbody></table>` : nothing}`;
}
