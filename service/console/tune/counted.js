// What has been counted for the build: the odds of everything at every level, live and in the draft.
import { post } from "../core/api.js";
import { asOverlay, draft, drafted, isEmpty } from "../core/draft.js";
import { newest } from "../core/store.js";
import { growth, onBuild, place, template } from "./build.js";

/** `live` and `draft`: maps of challenges by `kind/name`, each with its columns; `levels` are those of the columns. */
export const counted = { live: null, draft: null, busy: false, problem: null };

const AT_ONCE = 50;
const PAUSE_MS = 80;
const run = newest(counted);
let lastLive = { asked: "", found: null };
let timer = 0;

export const keyOf = (kind, name) => `${kind}/${name}`;

/** Counts soon: while somebody types or drags, only once they pause. */
export function countSoon() {
  clearTimeout(timer);
  timer = setTimeout(count, PAUSE_MS);
}
onBuild(countSoon);

const count = () =>
  run(async (signal) => {
    const asked = JSON.stringify([draft.base, growth(draft.values), template(draft.values), place(draft.values)]);
    if (lastLive.asked !== asked) lastLive = { asked, found: await curves(draft.values, {}, signal) };
    const live = lastLive.found;
    return { live, draft: isEmpty() ? live : await curves(drafted(), { tuning: asOverlay() }, signal) };
  });

async function curves(values, tuning, signal) {
  const wanted = [
    ...Object.keys(values.crimes).map((name) => ["crimes", name]),
    ...Object.keys(values.skill_checks).map((name) => ["skill_checks", name]),
  ];
  const found = { levels: [], hands: 0, challenges: new Map(), total: [] };
  for (let first = 0; first < wanted.length || first === 0; first += AT_ONCE) {
    const against = { crimes: [], skill_checks: [] };
    for (const [kind, name] of wanted.slice(first, first + AT_ONCE)) against[kind].push(name);
    const given = Object.fromEntries(Object.entries(against).filter(([, names]) => names.length));
    const answer = await post(
      "/v1/odds/curve",
      {
        participant: template(values),
        grow: growth(values),
        from: 0,
        to: values.max_skill_level,
        against: Object.keys(given).length ? given : { thresholds: [100] },
        ...place(values),
        tuning_revision: draft.base,
        ...tuning,
      },
      signal,
    );
    found.levels = answer.levels;
    found.hands = answer.hands;
    found.total = answer.expected_total;
    for (const one of answer.challenges) found.challenges.set(keyOf(one.kind, one.name), withSuccess(one, answer.hands));
  }
  return found;
}

/** With the chance of success at each level: both good degrees. */
const withSuccess = (one, hands) => ({
  ...one,
  chances: one.success.map((value, index) => (value + one.critical_success[index]) / hands),
  critical: one.critical_success.map((value) => value / hands),
});

/** The chance at a level; null where it is not counted, such as for an entry that only the draft has. */
export const chanceAt = (side, key, level) => {
  const index = side?.levels.indexOf(level) ?? -1;
  return index < 0 ? null : (side.challenges.get(key)?.chances[index] ?? null);
};
