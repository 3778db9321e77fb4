// How a total came together: each part starts where the one before it ended.
import { nothing, svg } from "../vendor/lit-html.js";
import { MARGIN, marginOf, xAxis } from "./axes.js";
import { scaleLinear } from "./d3.js";
import { chart, cursorOf, widthOf } from "./frame.js";

const ROW = 30;

/** `parts`: `{label, points}`; `threshold` is what the total had to reach, or null. */
export function waterfall({ id, title, summary, parts, total, threshold, format }) {
  const width = widthOf(id);
  const left = marginOf(parts.map((part) => part.label), width);
  const right = width - MARGIN.right - 56;
  const steps = [];
  let sum = 0;
  for (const part of parts) {
    steps.push({ ...part, from: sum, to: sum + part.points });
    sum += part.points;
  }
  const ends = steps.flatMap((one) => [one.from, one.to]);
  const lowest = Math.min(0, ...ends);
  const highest = Math.max(1, total, threshold ?? 0, ...ends);
  const across = scaleLinear([lowest, highest], [left, right]).nice();
  const bottom = MARGIN.top + (steps.length + 1) * ROW;
  const late = across(threshold ?? 0) > width * 0.6;
  const rows = [...steps.map((one) => [one.label, one.points, one.to]), ["Total", total, total]];
  const cursor = cursorOf(id, rows);
  const bar = (label, from, to, text, kind, index) => {
    const top = MARGIN.top + index * ROW;
    return svg`<g class=${index === cursor ? "at-cursor" : ""}><text class="row-label" x=${left - 10} y=${top + ROW / 2 + 4} text-anchor="end">${label}</text>
      <rect class="bar ${kind}" x=${across(Math.min(from, to))} width=${Math.max(1, Math.abs(across(to) - across(from)))} y=${top + 5} height=${ROW - 10}></rect>
      <text x=${across(Math.max(from, to)) + 6} y=${top + ROW / 2 + 4}>${text}</text></g>`;
  };
  const plot = svg`<svg viewBox="0 0 ${width} ${bottom + 40}" width=${width} height=${bottom + 40} aria-hidden="true">
    ${xAxis(across, bottom, "Points", right - left)}
    ${steps.map((one, index) => bar(one.label, one.from, one.to, `${one.points > 0 ? "+" : ""}${format(one.points)}`, one.points < 0 ? "loss" : "gain", index))}
    ${bar("Total", 0, total, format(total), "sum", steps.length)}
    ${threshold === null ? nothing : svg`<g class="mark strong"><line x1=${across(threshold)} x2=${across(threshold)} y1="0" y2=${bottom}></line>
      <text x=${across(threshold) + (late ? -6 : 6)} y="10" text-anchor=${late ? "end" : "start"}>${format(threshold)} needed</text></g>`}
  </svg>`;
  const columns = [
    { title: "Part", format: String },
    { title: "Points", format },
    { title: "Sum", format },
  ];
  return chart({ id, title, summary, columns, rows, plot });
}
