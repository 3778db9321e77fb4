// What every chart has: a title, a summary, a cursor that arrow keys move and a live region reads, its table, and CSV.
import { html, nothing } from "../vendor/lit-html.js";
import { update } from "../core/store.js";

/** How wide each chart is drawn: one unit of the drawing is one pixel, so that text keeps its size on a phone. */
const widths = new Map();

export const widthOf = (id) => widths.get(id) ?? 640;

/** Measures the charts that have just been drawn, and draws again if one of them has another width. */
export function measure(root) {
  for (const plot of root.querySelectorAll("[data-plot]")) {
    const width = Math.max(240, Math.floor(plot.clientWidth));
    if (widthOf(plot.dataset.plot) !== width) {
      widths.set(plot.dataset.plot, width);
      update();
    }
  }
}

/** Where the cursor of each chart is: the index of a row. */
const cursors = new Map();

export const cursorOf = (id, rows) => {
  const index = cursors.get(id);
  return index === undefined ? null : Math.min(index, rows.length - 1);
};

export function setCursor(id, index) {
  if (cursors.get(id) === index) return;
  cursors.set(id, index);
  update();
}

/**
 * `rows` are what the chart shows: arrays, one value for each of the `columns` (`{title, format}`).
 * `plot` is the drawing; `toIndex(x)` finds the row below the pointer.
 */
export function chart({ id, title, summary, columns, rows, plot, legend = nothing, toIndex = null, keys = null }) {
  const cursor = cursorOf(id, rows);
  const text = cursor === null || !rows[cursor] ? "" : spoken(columns, rows[cursor]);
  return html`<figure class="chart" id=${id}>
    <figcaption><h3>${title}</h3><p id="${id}-summary" class="summary">${summary}</p></figcaption>
    <div class="plot" data-plot=${id} role="application" tabindex="0" aria-roledescription="chart" aria-label=${title}
      aria-describedby="${id}-summary ${id}-help"
      @keydown=${(event) => keyed(event, id, rows, keys)}
      @pointermove=${(event) => toIndex && setCursor(id, within(toIndex(xIn(event)), rows))}>${plot}</div>
    ${legend}
    <p id="${id}-help" class="visually-hidden">Arrow keys move the cursor; Home and End go to its ends.</p>
    <p class="reading" role="status" aria-live="polite">${text || html`<span class="faded">Point at the chart, or use the arrow keys.</span>`}</p>
    <details class="as-table">
      <summary>As a table</summary>
      <button type="button" class="quiet" @click=${() => download(id, columns, rows)}>Save as CSV</button>
      <div class="wide scroll" tabindex="0" role="region" aria-label="Table: ${title}"><table>
        <thead><tr>${columns.map((one) => html`<th scope="col">${one.title}</th>`)}</tr></thead>
        <tbody>${rows.map((row, index) => html`<tr class=${index === cursor ? "at-cursor" : nothing}>
          ${row.map((value, place) => (place ? html`<td>${columns[place].format(value)}</td>` : html`<th scope="row">${columns[0].format(value)}</th>`))}
        </tr>`)}</tbody>
      </table></div>
    </details>
  </figure>`;
}

const spoken = (columns, row) =>
  row.map((value, place) => `${columns[place].title} ${columns[place].format(value)}`).join(", ");

const within = (index, rows) => Math.max(0, Math.min(rows.length - 1, index));

const xIn = (event) => event.clientX - event.currentTarget.getBoundingClientRect().left;

function keyed(event, id, rows, keys) {
  if (keys?.(event)) return event.preventDefault();
  const at = cursorOf(id, rows);
  const big = Math.max(1, Math.round(rows.length / 10));
  const moves = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: big, PageDown: -big };
  let next = null;
  if (event.key in moves) next = at === null ? 0 : at + moves[event.key];
  if (event.key === "Home") next = 0;
  if (event.key === "End") next = rows.length - 1;
  if (next === null || !rows.length) return;
  event.preventDefault();
  setCursor(id, within(next, rows));
}

function download(id, columns, rows) {
  const quoted = (value) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const lines = [columns.map((one) => quoted(one.title)), ...rows.map((row) => row.map(quoted))];
  const file = new Blob([lines.map((line) => line.join(",")).join("\r\n") + "\r\n"], { type: "text/csv" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `${id}.csv` });
  link.click();
  setTimeout(URL.revokeObjectURL, 10_000, link.href);
}
