// What a change would do, as the service counts it: the challenges by characters, and the duels.
import { html, nothing } from "../vendor/lit-html.js";
import { heatTable } from "../charts/heat.js";
import { post } from "./api.js";
import { percent, percentPoints, plural, words } from "./format.js";

const MOST_ROWS = 400;

export const askPreview = (change, signal) =>
  post("/v1/admin/tuning/preview", { ...change, only_changed: true, limit: MOST_ROWS }, signal);

export function whatMoves(preview) {
  const { challenges, duels } = preview.summary;
  const nothingMoves = !preview.challenges.length && !preview.duels.length;
  return html`<p>${plural(challenges.moved + challenges.added + challenges.removed, "chance")} of ${challenges.compared} at crimes and checks
      and ${plural(duels.moved + duels.added + duels.removed, "duel")} of ${duels.compared} move${nothingMoves ? "" : html`, at most by
      <strong>${percentPoints(Math.max(challenges.largest_difference ?? 0, duels.largest_difference ?? 0)).replace("+", "")} points</strong>`}.</p>
    ${preview.challenges.length ? challengeTable(preview.challenges) : nothing}
    ${preview.duels.length ? duelTable(preview.duels) : nothing}
    <p class="faded">Cells show the chance after the change. The characters are
      <a href="/docs/guides/preview#who-is-compared">the reference characters and the NPCs</a>.</p>`;
}

const unique = (values) => [...new Set(values)];
const nameOf = (character) => words(character.replace(/^given:/, ""));

function challengeTable(list) {
  const by = new Map(list.map((one) => [`${one.action_type}/${one.name} ${one.character}`, one]));
  return heatTable({
    caption: "Chance of success by challenge and character",
    corner: "Challenge",
    rows: unique(list.map((one) => `${one.action_type}/${one.name}`)),
    columns: unique(list.map((one) => one.character)),
    rowTitle: (row) => words(row.split("/")[1]) + (row.startsWith("skill_check") ? " (check)" : ""),
    columnTitle: nameOf,
    cell: (row, column) => cellOf(by.get(`${row} ${column}`), (side) => side?.success.probability),
  });
}

function duelTable(list) {
  const by = new Map(list.map((one) => [`${one.actor} ${one.target}`, one]));
  return heatTable({
    caption: "Chance that the row wins its duel with the column",
    corner: "Duel",
    rows: unique(list.map((one) => one.actor)),
    columns: unique(list.map((one) => one.target)),
    rowTitle: nameOf,
    columnTitle: nameOf,
    cell: (row, column) => cellOf(by.get(`${row} ${column}`), (side) => side?.actor_wins.probability),
  });
}

function cellOf(one, chanceOf) {
  if (!one) return null;
  const before = chanceOf(one.before) ?? null;
  const after = chanceOf(one.after) ?? null;
  if (before === null || after === null) return { text: after === null ? "removed" : percent(after), title: one.change, difference: 0 };
  return { text: percent(after), title: `was ${percent(before)}, ${percentPoints(after - before)} points`, difference: after - before };
}
