// The form of a section or of an entry, made from the schema of the tuning.
import { html, nothing } from "../vendor/lit-html.js";
import { draft, drafted, edits, reset, set } from "../core/draft.js";
import { number, shown, titleOf, words } from "../core/format.js";
import { at, pointerTo } from "../core/patch.js";
import { go } from "../core/router.js";
import { update } from "../core/store.js";
import { entriesOf, nameOfEntry } from "./catalogue.js";
import { countSoon } from "./counted.js";
import { listField } from "./lists.js";

/** What somebody has typed that is not a value (yet), by pointer. */
const typed = new Map();
const adding = { name: "", problem: "" };

export const fieldId = (pointer) => `field${pointer.replaceAll("/", "-")}`;

export function put(pointer, value) {
  typed.delete(pointer);
  set(pointer, value);
  countSoon();
}

export function form(section, entry) {
  if (!section.entries) return html`<section class="form"><h2 tabindex="-1">${section.title}</h2><p class="help">${section.help}</p>${fieldsOf(section, null)}</section>`;
  if (entry !== null && entry !== undefined) return entryForm(section, entry);
  return html`<section class="form"><h2 tabindex="-1">${section.title}</h2><p class="help">${section.help}</p>
    <p>${entriesOf(section).length ? "Choose an entry, or add one." : "There are none yet."}</p>${addForm(section)}</section>`;
}

function entryForm(section, id) {
  const pointer = pointerTo(section.name, id);
  const now = at(drafted(), pointer);
  const before = at(draft.values, pointer);
  if (!now && !before) return html`<section class="form"><h2 tabindex="-1">${words(id)}</h2><p>There is no such entry.</p></section>`;
  return html`<section class="form">
    <h2 tabindex="-1">${titleOf(now ?? before, id)}</h2><p class="faded"><code>${id}</code> · ${section.title}</p>
    ${now
      ? html`${fieldsOf(section, id)}
          <p class="actions">${edits(pointer) ? html`<button type="button" @click=${() => back(pointer)}>${before ? "Undo its changes" : "Drop it"}</button>` : nothing}
            <button type="button" class="danger" @click=${() => put(pointer, undefined)}>Remove from the game</button></p>`
      : html`<p class="box">The draft removes this entry.</p><button type="button" @click=${() => back(pointer)}>Keep it</button>`}
  </section>`;
}

function back(pointer) {
  for (const one of [...typed.keys()]) if (one.startsWith(pointer)) typed.delete(one);
  reset(pointer);
  countSoon();
}

const fieldsOf = (section, entry) =>
  section.fields
    .filter((field) => !field.pointer.includes("{index}"))
    .map((field) => {
      const pointer = entry === null ? field.pointer : field.pointer.replace("{name}", pointerTo(entry).slice(1));
      if (!field.words) return oneField(section, field, pointer, field.title);
      return html`<fieldset><legend>${field.title}</legend><p class="help">${field.help}</p>
        ${field.words.map((word) => oneField(section, { ...field, help: "" }, pointer.replace("{word}", word), words(word)))}</fieldset>`;
    });

function oneField(section, field, pointer, title) {
  const value = at(drafted(), pointer);
  const edited = edits(pointer);
  const problem = typed.has(pointer) ? allowed(field) : "";
  const id = fieldId(pointer);
  return html`<div class="field ${edited ? "is-edited" : ""}">
    ${field.type === "list" ? html`<span class="label" id="${id}-label">${title}</span>` : html`<label for=${id}>${title}</label>`}
    <div class="value">${control(section, field, pointer, id, value)}
      ${field.unit ? html`<span class="unit">${field.unit}</span>` : nothing}
      ${edited ? html`<span class="was">live ${field.type === "list" ? "differs" : shown(at(draft.values, pointer))}</span>
        <button type="button" class="quiet" @click=${() => back(pointer)} aria-label="Undo: ${title}">Undo</button>` : nothing}</div>
    ${problem ? html`<p class="wrong" id="${id}-wrong">${problem}</p>` : nothing}
    ${field.help ? html`<p class="help" id="${id}-help">${field.help}</p>` : nothing}
  </div>`;
}

function control(section, field, pointer, id, value) {
  const describedBy = `${id}-help ${id}-wrong`;
  switch (field.type) {
    case "boolean":
      return html`<input id=${id} type="checkbox" aria-describedby=${describedBy} .checked=${Boolean(value)}
        @change=${(event) => put(pointer, event.target.checked)} />`;
    case "choice":
      return html`<select id=${id} aria-describedby=${describedBy} @change=${(event) => put(pointer, event.target.value)}>
        ${field.choices.map((one) => html`<option value=${one} ?selected=${one === value}>${words(one)}</option>`)}</select>`;
    case "list":
      return listField(section, field, pointer, id, value ?? [], put);
    case "string":
      return html`<input id=${id} type="text" aria-describedby=${describedBy} maxlength=${field.maximum_length ?? nothing}
        .value=${value ?? ""} placeholder=${field.optional ? "none" : ""}
        @change=${(event) => put(pointer, event.target.value.trim() || undefined)} />`;
    default:
      return html`<input id=${id} type="number" inputmode="decimal" aria-describedby=${describedBy} min=${field.minimum} max=${field.maximum} step=${field.step}
        aria-invalid=${typed.has(pointer) ? "true" : nothing} placeholder=${field.optional ? number(field.default) : ""}
        .value=${typed.get(pointer) ?? (value === undefined ? "" : String(value))}
        @input=${(event) => numberTyped(field, pointer, event.target)} />`;
  }
}

function numberTyped(field, pointer, input) {
  const value = input.valueAsNumber;
  if (input.value === "" && !input.validity.badInput && field.optional) return put(pointer, undefined);
  if (isAllowed(field, value)) return put(pointer, value);
  typed.set(pointer, input.value);
  update();
}

export function isAllowed(field, value) {
  const steps = value / field.step;
  return Number.isFinite(value) && value >= field.minimum && value <= field.maximum && Math.abs(steps - Math.round(steps)) < 1e-6;
}

const allowed = (field) => {
  const grain = field.step === 1 ? "whole numbers" : `steps of ${field.step}`;
  return `Not a value yet: ${number(field.minimum)} to ${number(field.maximum)}, ${grain}. The draft keeps the last one.`;
};

const addForm = (section) => html`<form class="add" @submit=${(event) => add(event, section)}>
  <label for="new-entry">A new ${nameOfEntry(section)}</label>
  <div class="value"><input id="new-entry" name="id" required pattern=${section.entries.name_pattern.replace(/^\^|\$$/g, "")} autocomplete="off"
    placeholder="its_id" aria-describedby="new-entry-help" /> <button>Add</button></div>
  <p class="help" id="new-entry-help">The id that callers use: small letters, digits and underscores, a letter first. It can have a title for players.</p>
  ${adding.problem ? html`<p class="wrong" role="alert">${adding.problem}</p>` : nothing}
</form>`;

function add(event, section) {
  event.preventDefault();
  const id = event.target.elements.id.value;
  const entries = drafted()[section.name];
  if (id in entries) adding.problem = `${id} is there already.`;
  else if (Object.keys(entries).length >= section.entries.maximum_entries) adding.problem = `There are ${section.entries.maximum_entries} already, and no more are allowed.`;
  else {
    adding.problem = "";
    put(pointerTo(section.name, id), firstEntry(section));
    return go("tune", [section.name, id]);
  }
  update();
}

/** A new entry: as the first one there is, without its title, or else the least that is allowed. */
function firstEntry(section) {
  const [example] = Object.values(drafted()[section.name]);
  if (example) return Object.fromEntries(Object.entries(example).filter(([name]) => name !== "title"));
  const required = section.fields.filter((field) => !field.optional && !field.words && field.pointer.split("/").length === 4);
  return Object.fromEntries(required.map((field) => [field.pointer.split("/")[3], leastOf(field)]));
}

const leastOf = (field) =>
  ({ boolean: false, choice: field.choices?.[0], string: "new", list: [] })[field.type] ?? Math.max(field.minimum, 0);
