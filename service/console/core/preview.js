// What a change would do, as the service counts it: the challenges by characters, and the duels.
import { html, nothing } from "../vendor/lit-html.js";
import { post } from "./api.js";
import { isSeen, percent, percentPoints, plural, words } from "./format.js";
import { state } from "./store.js";

const MOST_ROWS = 400;

/** The live revision is named, because the worker that answers may not have it yet. */
export const askPreview = (change, signal) =>
  post("/v1/admin/tuning/preview", { ...change, tuning_revision: state.live.revision, only_changed: true, limit: MOST_ROWS }, signal);

export function whatMoves(preview) {
  const { summary } = preview;
  const order = preview.characters.map((one) => one.name);
  const challenges = preview.challenges.filter((one) => seen(one, ofSuccess));
  const duels = preview.duels.filter((one) => seen(one, ofWin));
  const unseen = preview.challenges.length + preview.duels.length - challenges.length - duels.length;
  const moves = ({ moved, added, removed }, kept, all) => moved + added + removed + kept.length - all.length;
  return html`<p>${plural(moves(summary.challenges, challenges, preview.challenges), "chance")} of ${summary.challenges.compared} at crimes and checks
      and ${plural(moves(summary.duels, duels, preview.duels), "duel")} of ${summary.duels.compared} move${!challenges.length && !duels.length ? "" : html`, at most by
      <strong>${percentPoints(Math.max(summary.challenges.largest_difference ?? 0, summary.duels.largest_difference ?? 0)).replace("+", "")} points</strong>`}.${unseen ? ` ${plural(unseen, "other")} by less than 0.01 points.` : ""}</p>
    ${challenges.length ? challengeTable(challenges, order) : nothing}
    ${duels.length ? duelTable(duels, order) : nothing}
    <p class="faded">Cells show the chance after the change, for duels also before it. The characters are
      <a href="/docs/guides/preview#who-is-compared">the reference characters and the NPCs</a>.</p>`;
}

/** Those of them that are there, in an order that is the same for every change. */
const among = (names, order) => order.filter((name) => names.includes(name));
const unique = (values) => [...new Set(values)];
const nameOf = (character) => words(character.replace(/^given:/, ""));

function challengeTable(list, order) {
  const by = new Map(list.map((one) => [`${one.action_type}/${one.name} ${one.character}`, one]));
  return heatTable({
    caption: "Chance of success by challenge and character",
    corner: "Challenge",
    rows: unique(list.map((one) => `${one.action_type}/${one.name}`)),
    columns: among(list.map((one) => one.character), order),
    rowTitle: (row) => words(row.split("/")[1]) + (row.startsWith("skill_check") ? " (check)" : ""),
    columnTitle: nameOf,
    cell: (row, column) => cellOf(by.get(`${row} ${column}`), ofSuccess),
  });
}

function duelTable(list, order) {
  const by = new Map(list.map((one) => [`${one.actor} ${one.target}`, one]));
  return heatTable({
    caption: "Chance that the row wins its duel with the column",
    corner: "Duel",
    rows: among(list.map((one) => one.actor), order),
    columns: among(list.map((one) => one.target), order),
    rowTitle: nameOf,
    columnTitle: nameOf,
    cell: (row, column) => cellOf(by.get(`${row} ${column}`), ofWin, true),
  });
}

const ofSuccess = (side) => side?.success.probability ?? null;
const ofWin = (side) => side?.actor_wins.probability ?? null;

/** What is there on one side alone is seen, too. */
const seen = ({ before, after }, chanceOf) => chanceOf(before) === null || chanceOf(after) === null || isSeen(chanceOf(after) - chanceOf(before));

function cellOf(one, chanceOf, both = false) {
  if (!one) return null;
  const before = chanceOf(one.before);
  const after = chanceOf(one.after);
  if (before === null || after === null) return { text: after === null ? "removed" : percent(after), title: one.change, difference: 0 };
  return { text: both ? html`<small>${percent(before)} →</small> ${percent(after)}` : percent(after), title: `was ${percent(before)}, ${percentPoints(after - before)} points`, difference: after - before };
}

/** Shades from 1 (a little) to 5 (a lot), and whether it goes up or down. The number is always there too. */
const shade = (difference) => {
  if (!difference) return "";
  const steps = [0.01, 0.05, 0.1, 0.25];
  return `${difference > 0 ? "up" : "down"} shade-${1 + steps.filter((step) => Math.abs(difference) >= step).length}`;
};

/** `cell(row, column)` answers `{text, title, difference}`, or null where there is nothing to show. */
const heatTable = ({ caption, corner, rows, columns, rowTitle, columnTitle, cell }) => html`<div class="wide" tabindex="0" role="region" aria-label=${caption}>
  <p class="hint">Scroll sideways for more.</p><table class="heat"><caption>${caption}</caption>
    <thead><tr><th scope="col">${corner}</th>${columns.map((column) => html`<th scope="col">${columnTitle(column)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${rowTitle(row)}</th>
      ${columns.map((column) => {
        const found = cell(row, column);
        return found
          ? html`<td class=${shade(found.difference)} title=${found.title}>${found.text}<span class="visually-hidden">, ${found.title}</span></td>`
          : html`<td class="nothing">${nothing}</td>`;
      })}</tr>`)}</tbody>
  </table></div>`;
