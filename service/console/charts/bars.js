// Bars in groups: one group for each category, one bar for each series.
import { html, svg } from "../vendor/lit-html.js";
import { HEIGHT, MARGIN, yAxis } from "./axes.js";
import { scaleBand, scaleLinear } from "./d3.js";
import { chart, cursorOf, widthOf } from "./frame.js";

/** `categories` are texts; `series`: `{name, kind, values}`, values between 0 and 1. */
export function barChart({ id, title, summary, categories, categoryTitle, series, format, precise }) {
  const width = widthOf(id);
  const right = width - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const highest = Math.max(0.01, ...series.flatMap((one) => one.values));
  const up = scaleLinear([0, highest], [bottom, MARGIN.top]).nice();
  const groups = scaleBand(categories, [MARGIN.left, right]).padding(0.2);
  const within = scaleBand(series.map((one) => one.name), [0, groups.bandwidth()]);
  const rows = categories.map((category, index) => [category, ...series.map((one) => one.values[index])]);
  const cursor = cursorOf(id, rows);
  const every = Math.ceil((categories.length * 62) / (right - MARGIN.left));
  const plot = svg`<svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} aria-hidden="true">
    ${yAxis(up, MARGIN.left, right, format)}
    ${categories.map((category, index) => svg`<g class="group ${index === cursor ? "at-cursor" : ""}">
      ${series.map((one) => svg`<rect class="bar ${one.kind}" x=${groups(category) + within(one.name)} width=${Math.max(1, within.bandwidth() - 1)}
        y=${up(one.values[index])} height=${bottom - up(one.values[index])}></rect>`)}
      ${index % every ? "" : svg`<text x=${groups(category) + groups.bandwidth() / 2} y=${bottom + 16} text-anchor="middle">${category}</text>`}</g>`)}
    <g class="axis"><line x1=${MARGIN.left} x2=${right} y1=${bottom} y2=${bottom}></line></g>
  </svg>`;
  const legend = html`<p class="legend">${series.map((one) => html`<span class="square ${one.kind}"></span>${one.name}`)}</p>`;
  const columns = [{ title: categoryTitle, format: String }, ...series.map((one) => ({ title: one.name, format: precise }))];
  const toIndex = (pixel) => Math.floor(((pixel - MARGIN.left) / (right - MARGIN.left)) * categories.length);
  return chart({ id, title, summary, columns, rows, plot, legend, toIndex });
}
