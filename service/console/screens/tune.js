// The desk itself: the catalogue, the form of what is chosen, and what the draft does to the odds.
import { html } from "../vendor/lit-html.js";
import { draft, drafted } from "../core/draft.js";
import { titleOf } from "../core/format.js";
import { catalogue, entriesOf, list, sectionOf, sections } from "../tune/catalogue.js";
import { countSoon } from "../tune/counted.js";
import { fieldId, form } from "../tune/form.js";
import { challengeKey, panels } from "../tune/panels.js";

export const label = "Tune";
export const title = () => "Tune";

/** The challenge whose odds are shown: the last one that was chosen. */
let challenge = null;
/** Where the reader was: other screens lead back there. */
let last = [];

export function load(route) {
  if (route.rest.length) last = route.rest;
  const { section, entry } = chosen(route);
  if (entry && challengeKey(section.name, entry)) challenge = { section: section.name, entry };
  countSoon();
  const target = route.query.at ? `#${CSS.escape(fieldId(route.query.at))}` : list.byKeyboard ? ".form h2" : null;
  list.byKeyboard = false;
  if (target) queueMicrotask(() => document.querySelector(target)?.focus());
}

function chosen({ rest }) {
  const [name, entry] = rest.length ? rest : last;
  const section = sectionOf(name) ?? sections()[0];
  // The page opens on a crime; somebody who chooses a section sees all of it.
  return { section, entry: entry ?? (name ? null : entriesOf(section)[0]) };
}

export function view(route) {
  const { section, entry } = chosen(route);
  return html`<h1 class="visually-hidden">Tune</h1><div class="desk">
    ${catalogue({ section: section.name, entry })}
    <button type="button" class="to-odds" @click=${() => document.querySelector(".panels").focus()}>To the odds</button> ${form(section, entry)} ${panels(described())}
  </div>`;
}

function described() {
  const [first] = Object.keys(drafted().crimes);
  const { section, entry } = challenge ?? { section: "crimes", entry: first };
  if (!entry) return { key: null };
  const now = drafted()[section]?.[entry];
  const value = now ?? draft.values[section]?.[entry];
  return { section, entry, key: challengeKey(section, entry), title: titleOf(value, entry), threshold: now?.threshold };
}
