// A table whose cells are shaded by their value: what moves, for whom.
import { html, nothing } from "../vendor/lit-html.js";

/** Shades from 1 (a little) to 5 (a lot), and whether it goes up or down. The number is always there too. */
export const shade = (difference) => {
  if (!difference) return "";
  const steps = [0.01, 0.05, 0.1, 0.25];
  return `${difference > 0 ? "up" : "down"} shade-${1 + steps.filter((step) => Math.abs(difference) >= step).length}`;
};

/** `cell(row, column)` answers `{text, title, difference}`, or null where there is nothing to show. */
export const heatTable = ({ caption, corner, rows, columns, rowTitle, columnTitle, cell }) => html`<div class="wide" tabindex="0" role="region" aria-label=${caption}>
  <table class="heat"><caption>${caption}</caption>
    <thead><tr><th scope="col">${corner}</th>${columns.map((column) => html`<th scope="col">${columnTitle(column)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${rowTitle(row)}</th>
      ${columns.map((column) => {
        const found = cell(row, column);
        return found
          ? html`<td class=${shade(found.difference)} title=${found.title}>${found.text}<span class="visually-hidden">, ${found.title}</span></td>`
          : html`<td class="nothing">${nothing}</td>`;
      })}</tr>`)}</tbody>
  </table></div>`;
