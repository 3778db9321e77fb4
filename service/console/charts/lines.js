// Lines over levels or days. Chances are steps: each level has its own point, and nothing is smoothed.
import { html, nothing, svg } from "../vendor/lit-html.js";
import { HEIGHT, MARGIN, xAxis, yAxis } from "./axes.js";
import { curveLinear, curveStepAfter, line, scaleLinear } from "./d3.js";
import { chart, cursorOf, widthOf } from "./frame.js";

/** `points` marks each value, and joins them straight; without it they are steps. `series`: `{name, values, kind}` where `kind` is a class such as "live" (dashed) or "draft"; `marks`: `{x, text}`. */
export function lineChart({ id, title, summary, x, y, series, marks = [], points = false }) {
  const width = widthOf(id);
  const right = width - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const across = scaleLinear([x.values[0], x.values.at(-1)], [MARGIN.left, right]);
  const up = scaleLinear(y.domain, [bottom, MARGIN.top]);
  const path = (values) =>
    line((_, index) => across(x.values[index]), (value) => up(value)).defined((value) => value !== null).curve(points ? curveLinear : curveStepAfter)(values);
  const rows = x.values.map((value, index) => [value, ...series.map((one) => one.values[index])]);
  const cursor = cursorOf(id, rows);
  const at = cursor === null ? null : across(x.values[cursor]);
  const plot = svg`<svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} aria-hidden="true">
    ${yAxis(up, MARGIN.left, right, y.format)}
    ${xAxis(across, bottom, x.label, width, x.tick)}
    ${marks.map((mark) => svg`<g class="mark"><line x1=${across(mark.x)} x2=${across(mark.x)} y1=${MARGIN.top} y2=${bottom}></line>
      <text x=${across(mark.x) + (across(mark.x) > width * 0.7 ? -6 : 6)} y=${MARGIN.top + 12}
        text-anchor=${across(mark.x) > width * 0.7 ? "end" : "start"}>${mark.text}</text></g>`)}
    ${series.map((one) => svg`<path class="line ${one.kind}" data-series=${one.name} d=${path(one.values) ?? ""}></path>
      ${points ? one.values.map((value, index) => (value === null ? nothing : svg`<circle class=${one.kind} cx=${across(x.values[index])} cy=${up(value)} r="3"></circle>`)) : nothing}`)}
    ${at === null ? nothing : svg`<g class="cursor"><line x1=${at} x2=${at} y1=${MARGIN.top} y2=${bottom}></line>
      ${series.map((one) => ((one.values[cursor] ?? null) === null ? nothing : svg`<circle class=${one.kind} cx=${at} cy=${up(one.values[cursor])} r="4"></circle>`))}</g>`}
  </svg>`;
  const columns = [
    { title: x.label, format: x.format ?? String },
    ...series.map((one) => ({ title: one.name, format: y.precise ?? y.format })),
  ];
  const span = x.values.at(-1) - x.values[0] || 1;
  const toIndex = (pixel) => Math.round(((across.invert(pixel) - x.values[0]) / span) * (x.values.length - 1));
  const legend =
    series.length > 1
      ? html`<p class="legend">${series.map((one) => html`<span class="key ${one.kind}"></span>${one.name}`)}</p>`
      : nothing;
  return chart({ id, title, summary, columns, rows, plot, legend, toIndex });
}
