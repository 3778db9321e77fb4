// The list of everything that can be tuned, with a search and marks for what the draft changes.
import { html, nothing } from "../vendor/lit-html.js";
import { draft, drafted, edits } from "../core/draft.js";
import { titleOf, words } from "../core/format.js";
import { pointerTo } from "../core/patch.js";
import { address } from "../core/router.js";
import { state, update } from "../core/store.js";

/** `byKeyboard`: whether the last link was followed with the keyboard, so that the focus goes on to the form. */
export const list = { search: "", byKeyboard: false };
const followed = (event) => { list.byKeyboard = event.detail === 0; };
/** Sections that are asked for most come first; the rest as the service lists them. */
const FIRST = ["crimes", "skill_checks", "skill_curve", "hand_rank_scores", "skills", "npcs"];

export const sections = () => {
  const rank = (one) => (FIRST.includes(one.name) ? FIRST.indexOf(one.name) : FIRST.length);
  return [...state.schema.sections].sort((one, other) => rank(one) - rank(other));
};

export const sectionOf = (name) => state.schema.sections.find((one) => one.name === name);

/** The ids of a section's entries, live and drafted ones. */
export const entriesOf = (section) =>
  section.entries ? [...new Set([...Object.keys(draft.values[section.name]), ...Object.keys(drafted()[section.name])])] : [];

/** What the fields of a section have in common: where its values are. */
const pointersOf = (section) =>
  section.entries ? [pointerTo(section.name)] : [...new Set(section.fields.map((field) => field.pointer.split("/{")[0]))];

const isEdited = (section) => pointersOf(section).some(edits);

export function catalogue(here) {
  const wanted = list.search.trim().toLowerCase();
  const fits = (...texts) => texts.some((text) => text.toLowerCase().includes(wanted));
  const shown = sections()
    .map((section) => {
      const whole = !wanted || fits(section.title, section.name, ...section.fields.flatMap((field) => [field.title, field.pointer]));
      const entries = entriesOf(section).filter((id) => !wanted || fits(id, titleOf(drafted()[section.name][id], id)));
      return { section, entries: wanted && !entries.length && whole ? entriesOf(section) : entries, visible: whole || entries.length };
    })
    .filter((one) => one.visible);
  return html`<nav class="catalogue" aria-label="Catalogue">
    <label class="visually-hidden" for="search">Search the tuning</label>
    <input id="search" type="search" placeholder="Search" .value=${list.search}
      @input=${(event) => { list.search = event.target.value; update(); }} />
    ${shown.length ? nothing : html`<p class="faded">Nothing is called “${list.search}”.</p>`}
    ${shown.map(({ section, entries }) => {
      const open = wanted || here.section === section.name;
      return html`<div class="group">
        <a class="section" @click=${followed} href=${address("tune", [section.name])} aria-current=${here.section === section.name && !here.entry ? "page" : nothing}
          >${section.title}${mark(isEdited(section))}</a>
        ${open && section.entries ? html`<ul>${entries.map((id) => entryLine(section, id, here))}</ul>` : nothing}
      </div>`;
    })}
  </nav>`;
}

function entryLine(section, id, here) {
  const now = drafted()[section.name][id];
  const title = titleOf(now ?? draft.values[section.name][id], id);
  return html`<li><a class=${now ? "" : "removed"} @click=${followed} href=${address("tune", [section.name, id])}
    aria-current=${here.section === section.name && here.entry === id ? "page" : nothing}
    ><span>${title}</span>${now ? mark(edits(pointerTo(section.name, id))) : html` <span class="tag">removed</span>`}</a></li>`;
}

const mark = (edited) => (edited ? html`<span class="edited" title="Edited"><span class="visually-hidden"> (edited)</span></span>` : nothing);

export const nameOfEntry = (section) => words(section.title).replace(/s$/, "").toLowerCase();
