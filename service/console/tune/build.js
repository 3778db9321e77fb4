// Who the odds are counted for: a build that grows, at a level, somewhere. It is remembered in this tab.
import { drafted } from "../core/draft.js";
import { update } from "../core/store.js";

const KEPT_AS = "destiny.build";
const FIRST = { grow: "suit:spades", level: 30, location: "", items: [], effects: [] };

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

/** What grows, as the API has it. */
export function growth() {
  const [kind, name] = build.grow.split(":");
  if (kind === "suit") return { suits: [name] };
  if (kind === "skill") return { skills: [name] };
  return { all: true };
}

/** What does not grow; entries that a tuning does not have are left out for it. */
export const template = (values) => ({
  items: build.items.filter((one) => one in values.items),
  effects: build.effects.filter((one) => one in values.effects),
});

export const place = (values) => (build.location in values.locations ? { location: build.location } : {});

/** The build at one level, as a participant. */
export function participantAt(level, values) {
  const { suits, skills } = growth();
  const grows = (id, skill) => (suits ? skill.suits.some((one) => suits.includes(one)) : skills ? skills.includes(id) : true);
  const growing = Object.entries(values.skills).filter(([id, skill]) => level > 0 && grows(id, skill));
  return { ...template(values), skills: Object.fromEntries(growing.map(([id]) => [id, level])) };
}

export const highestLevel = () => drafted().max_skill_level;
export const levelNow = () => Math.min(build.level, highestLevel());
