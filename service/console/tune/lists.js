// Lists in the form: of choices in an order, or of rows with numbers.
import { html, nothing } from "../vendor/lit-html.js";
import { words } from "../core/format.js";

export function listField(section, field, pointer, id, values, put) {
  const below = section.fields.filter((one) => one.pointer.startsWith(`${field.pointer}/{index}`));
  const set = (next) => put(pointer, next);
  if (below.length === 1 && below[0].choices) return choices(field, below[0], id, values, set);
  return rows(field, below, id, values, set);
}

const moved = (values, from, to) => {
  const next = [...values];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};
const without = (values, index) => values.filter((_, place) => place !== index);

function choices(field, item, id, values, set) {
  const left = item.choices.filter((one) => !values.includes(one));
  const canLose = values.length > (field.minimum_items ?? 0);
  return html`<ol class="choices" aria-labelledby="${id}-label">
    ${values.map((one, index) => html`<li>${words(one)}
      ${index ? html`<button type="button" class="quiet" aria-label="Move ${words(one)} up" @click=${() => set(moved(values, index, index - 1))}>↑</button>` : nothing}
      ${canLose ? html`<button type="button" class="quiet" aria-label="Remove ${words(one)}" @click=${() => set(without(values, index))}>×</button>` : nothing}</li>`)}
  </ol>
  ${left.length && values.length < (field.maximum_items ?? Infinity)
    ? html`<select aria-label="Add to ${field.title}" @change=${(event) => { set([...values, event.target.value]); event.target.value = ""; }}>
        <option value="">Add…</option>${left.map((one) => html`<option value=${one}>${words(one)}</option>`)}</select>`
    : nothing}`;
}

function rows(field, columns, id, values, set) {
  const nameOf = (column) => column.pointer.split("/").at(-1);
  const change = (index, name, input) => {
    if (input.validity.valid && Number.isFinite(input.valueAsNumber))
      set(values.map((row, place) => (place === index ? { ...row, [name]: input.valueAsNumber } : row)));
  };
  return html`<div class="wide"><table class="rows" aria-labelledby="${id}-label">
    <thead><tr>${columns.map((column) => html`<th scope="col">${column.title}</th>`)}<th><span class="visually-hidden">Actions</span></th></tr></thead>
    <tbody>${values.map((row, index) => html`<tr>
      ${columns.map((column) => html`<td><input type="number" aria-label="${column.title}, row ${index + 1}" min=${column.minimum} max=${column.maximum} step=${column.step}
        .value=${String(row[nameOf(column)])} @change=${(event) => change(index, nameOf(column), event.target)} /></td>`)}
      <td><button type="button" class="quiet" aria-label="Remove row ${index + 1}" ?disabled=${values.length <= (field.minimum_items ?? 0)}
        @click=${() => set(without(values, index))}>×</button></td></tr>`)}</tbody>
  </table>
  <button type="button" ?disabled=${values.length >= (field.maximum_items ?? Infinity)} @click=${() => set([...values, values.at(-1)])}>Add a row</button></div>`;
}
