// The first thing to know of the insights: what has been played since the tuning last changed.
import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../core/api.js";
import { percent, plural } from "../core/format.js";
import { parts } from "../core/patch.js";
import { address } from "../core/router.js";
import { tryReadLive } from "../core/session.js";
import { newest, state } from "../core/store.js";

const DAYS = 30;
/** As the service: with less variance than this, chance alone explains almost anything. */
const LEAST_VARIANCE = 5;
const found = { busy: false, problem: null, sums: null, revision: 0 };
const run = newest(found);

/** Counts the challenges that the change names, or all of them if it names none. */
export const readLately = () =>
  run(async (signal) => {
    await tryReadLive();
    const { revision } = state.live;
    const [change, { crimes }] = await Promise.all([
      get(`/v1/admin/tuning/revisions/${revision}`, {}, signal),
      get("/v1/admin/insights", { by: "crime", days: DAYS, limit: 100 }, signal),
    ]);
    const named = new Set(change.differences.map((one) => parts(one.pointer).slice(0, 2).join("/")));
    const isNamed = (row) => named.has(`${row.action_type === "pve" ? "crimes" : "skill_checks"}/${row.name}`);
    const rows = (crimes.some(isNamed) ? crimes.filter(isNamed) : crimes).flatMap((row) => row.revisions).filter((row) => row.tuning_revision === revision);
    const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
    const sums = {
      attempts: sum((row) => row.attempts),
      successes: sum((row) => row.successes),
      sampled: sum((row) => row.against_odds.sampled),
      beyond: sum((row) => row.against_odds.wins - row.against_odds.expected_wins),
      expected: sum((row) => row.against_odds.expected_wins),
      variance: sum((row) => row.against_odds.standard_error ** 2),
    };
    return { sums, revision };
  });

export function lately() {
  const { sums, revision } = found;
  if (!sums || !revision) return nothing;
  const since = html`Since <a href=${address("revision", [revision])}>revision ${revision}</a>`;
  if (!sums.attempts) return html`<p class="headline">${since}: no attempts at what it changed yet.</p>`;
  return html`<p class="headline">${since}: ${plural(sums.attempts, "attempt")}, ${plural(sums.successes, "success", "successes")};
    ${percent(sums.expected / sums.sampled)} expected. ${verdict(sums)}</p>`;
}

function verdict({ variance, beyond }) {
  if (variance < LEAST_VARIANCE) return "Too few to tell.";
  const z = beyond / Math.sqrt(variance);
  if (Math.abs(z) <= 3) return "That is what the odds promise.";
  return `That is ${z > 0 ? "more" : "fewer"} than chance explains.`;
}
