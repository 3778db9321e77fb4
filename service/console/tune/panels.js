// What the draft does to the odds, seen from five sides.
import { html, nothing } from "../vendor/lit-html.js";
import { drafted, isEmpty } from "../core/draft.js";
import { isSeen, number, percent, percentPoints, percentWhole, plural, titleOf, words } from "../core/format.js";
import { busyLine, problemBox } from "../core/parts.js";
import { address } from "../core/router.js";
import { update } from "../core/store.js";
import { lineChart } from "../charts/lines.js";
import { levelNow } from "./build.js";
import { chanceAt, counted, countSoon, keyOf } from "./counted.js";
import { economy } from "./economy.js";
import { solve } from "./solve.js";
import { totals } from "./totals.js";
import { whose } from "./who.js";

const TABS = { curve: "By level", crimes: "All challenges", totals: "Totals", solve: "What it takes", economy: "Economy" };
const shown = { tab: "curve" };

export function panels(challenge) {
  return html`<section class="panels" aria-label="Odds" tabindex="-1">
    ${whose()}
    <div class="tabs" role="tablist" aria-label="Views">
      ${Object.entries(TABS).map(([name, text]) => html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel"
        aria-selected=${shown.tab === name} tabindex=${shown.tab === name ? 0 : -1} @keydown=${tabKey}
        @click=${() => choose(name)}>${text}</button>`)}
    </div>
    <div id="panel" role="tabpanel" aria-labelledby="tab-${shown.tab}" tabindex="-1" aria-busy=${counted.busy || counted.problem !== null}>
      ${problemBox(counted.problem, countSoon)} ${counted.live ? panel(challenge) : busyLine(counted.busy, "Counting…")}
    </div>
  </section>`;
}

function choose(name) {
  shown.tab = name;
  update();
}

function tabKey(event) {
  const names = Object.keys(TABS);
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  choose(names[(names.indexOf(shown.tab) + by + names.length) % names.length]);
  queueMicrotask(() => document.querySelector(`#tab-${shown.tab}`).focus());
}

function panel(challenge) {
  switch (shown.tab) {
    case "crimes":
      return everything();
    case "totals":
      return totals(challenge);
    case "solve":
      return solve(challenge);
    case "economy":
      return economy(challenge);
    default:
      return curve(challenge);
  }
}

function curve({ key, title, threshold }) {
  const live = counted.live.challenges.get(key);
  const after = counted.draft.challenges.get(key);
  if (!live && !after) return html`<p>Choose a crime or a skill check to see its odds.</p>`;
  const levels = (counted.draft.levels.length > counted.live.levels.length ? counted.draft : counted.live).levels;
  const level = levelNow();
  const now = chanceAt(counted.draft, key, level);
  const was = chanceAt(counted.live, key, level);
  const both = !isEmpty() && live && after;
  const series = [
    ...(live ? [{ name: "Live", values: live.chances, kind: both || !after ? "live" : "draft" }] : []),
    ...(after && !isEmpty() ? [{ name: "Draft", values: after.chances, kind: "draft" }] : []),
  ];
  return html`<p class="headline" data-level=${level}>At level ${level}: <strong>${percent(now ?? was)}</strong>
      ${both && isSeen(now - was) ? html`<span class="was">live ${percent(was)}, ${percentPoints(now - was)} points</span>` : nothing}</p>
    ${lineChart({
      id: "curve",
      title: `${title}: chance of success by level`,
      summary: `${threshold === undefined ? "" : `Threshold ${number(threshold)}. `}${summaryOf(after ?? live, (after ? counted.draft : counted.live).levels)}`,
      x: { label: "Level", values: levels },
      y: { domain: [0, 1], format: percentWhole, precise: percent },
      series,
      marks: [{ x: Math.min(level, levels.at(-1)), text: `level ${level}` }],
    })}`;
}

function summaryOf(one, levels) {
  const half = one.chances.findIndex((chance) => chance >= 0.5);
  const reach = half < 0 ? "never reaches 50 %" : half === 0 ? "is above 50 % from the start" : `reaches 50 % at level ${levels[half]}`;
  return `It goes from ${percent(one.chances[0])} at level ${levels[0]} to ${percent(one.chances.at(-1))} at level ${levels.at(-1)}, and ${reach}.`;
}

function everything() {
  const level = levelNow();
  const keys = [...new Set([...counted.live.challenges.keys(), ...counted.draft.challenges.keys()])];
  const moved = keys.filter((key) => isSeen(chanceAt(counted.draft, key, level) - chanceAt(counted.live, key, level)));
  return html`<p class="headline">At level ${level} ${isEmpty() ? "" : moved.length ? html`the draft moves <strong>${plural(moved.length, "chance")}</strong>` : "the draft moves nothing"}</p>
    <div class="wide"><table class="challenges moves">
      <thead><tr><th scope="col">Challenge</th><th scope="col" class="n">Threshold</th><th scope="col" class="n">Live</th><th scope="col" class="n">Draft</th><th scope="col" class="n">Points</th><td></td></tr></thead>
      <tbody>${keys.map((key) => row(key, level))}</tbody></table></div>`;
}

function row(key, level) {
  const [kind, name] = key.split("/");
  const section = kind === "crime" ? "crimes" : "skill_checks";
  const was = chanceAt(counted.live, key, level);
  const now = chanceAt(counted.draft, key, level);
  const delta = was === null || now === null || !isSeen(now - was) ? null : now - was;
  return html`<tr class=${delta ? "moved" : ""}><th scope="row"><a href=${address("tune", [section, name])}>${titleOf(drafted()[section][name], name)}</a>
      <span class="faded">${kind === "crime" ? "" : "check"}</span></th>
    <td class="n">${number((counted.draft.challenges.get(key) ?? counted.live.challenges.get(key)).threshold)}</td>
    <td class="n">${percent(was)}</td><td class="n">${percent(now)}</td>
    <td class="n ${delta > 0 ? "up" : delta < 0 ? "down" : ""}">${delta ? percentPoints(delta) : ""}</td>
    <td class="bar-cell"><meter aria-label="${words(name)}: chance in the draft" min="0" max="1" .value=${now ?? 0}></meter></td></tr>`;
}

export const challengeKey = (section, entry) =>
  section === "crimes" ? keyOf("crime", entry) : section === "skill_checks" ? keyOf("skill_check", entry) : null;
