// Who the odds are counted for: a build that grows, at a level, somewhere. It is remembered in this tab.
import { drafted } from "../core/draft.js";
import { update } from "../core/store.js";

const KEPT_AS = "destiny.character";
/** `skills` are the chosen ones and their levels; those with null grow. */
const FIRST = { grow: "suit:spades", skills: {}, level: 30, location: "", items: [], effects: [] };

export const build = { ...FIRST, ...JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "{}") };

const listeners = [];

/** Calls this whenever the build changes. */
export const onBuild = (listener) => listeners.push(listener);

export function setBuild(changes) {
  Object.assign(build, changes);
  sessionStorage.setItem(KEPT_AS, JSON.stringify(build));
  update();
  for (const listener of listeners) listener();
}

/** The ids of the skills that grow. */
export function growing(values) {
  const [kind, suit] = build.grow.split(":");
  if (kind === "chosen") return Object.keys(build.skills).filter((id) => build.skills[id] === null && id in values.skills);
  return Object.keys(values.skills).filter((id) => kind === "all" || values.skills[id].suits.includes(suit));
}

/** What grows, as the API has it. */
export function growth(values) {
  const [kind, suit] = build.grow.split(":");
  if (kind === "chosen") return { skills: growing(values) };
  return suit ? { suits: [suit] } : { all: true };
}

/** The chosen skills whose levels stay as they are, as far as this tuning allows. */
const fixed = (values) =>
  build.grow === "chosen"
    ? Object.entries(build.skills)
        .filter(([id, level]) => level !== null && id in values.skills)
        .map(([id, level]) => [id, Math.min(level, values.max_skill_level)])
    : [];

/** What does not grow; entries that a tuning does not have are left out for it. */
export const template = (values) => ({
  skills: Object.fromEntries(fixed(values)),
  items: build.items.filter((one) => one in values.items),
  effects: build.effects.filter((one) => one in values.effects),
});

export const place = (values) => (build.location in values.locations ? { location: build.location } : {});

/** The build at one level, as a participant. */
export function participantAt(level, values) {
  const rest = template(values);
  const grown = level > 0 ? growing(values).map((id) => [id, level]) : [];
  return { ...rest, skills: { ...rest.skills, ...Object.fromEntries(grown) } };
}

export const highestLevel = () => drafted().max_skill_level;
export const levelNow = () => Math.min(build.level, highestLevel());
