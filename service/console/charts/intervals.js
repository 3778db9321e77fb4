// What was observed, over the range that chance alone would give: a dot on a band, one row each.
import { nothing, svg } from "../vendor/lit-html.js";
import { MARGIN, marginOf, xAxis } from "./axes.js";
import { scaleBand, scaleLinear } from "./d3.js";
import { chart, cursorOf, widthOf } from "./frame.js";

const ROW = 30;

/**
 * `items`: `{label, observed, expected, error, z, count}`; `error` is one standard error of what is expected.
 * The band reaches two of them to either side.
 */
export function intervalChart({ id, title, summary, items, label, domain, format, labelTitle }) {
  const width = widthOf(id);
  const left = marginOf(items.map((one) => one.label), width);
  const right = width - MARGIN.right;
  const bottom = MARGIN.top + Math.max(1, items.length) * ROW;
  const across = scaleLinear(domain, [left, right]).clamp(true);
  const down = scaleBand(items.map((_, index) => index), [MARGIN.top, bottom]);
  const rows = items.map((one) => [one.label, one.count, one.observed, one.expected, one.error, one.z]);
  const cursor = cursorOf(id, rows);
  const columns = [
    { title: labelTitle, format: String },
    { title: "Number", format: (value) => value.toLocaleString("en") },
    { title: "Observed", format: (value) => (value === null ? "–" : format(value)) },
    { title: "Exact", format: (value) => (value === null ? "–" : format(value)) },
    { title: "Standard error", format: (value) => (value === null ? "–" : format(value)) },
    { title: "z", format: (value) => (value === null ? "–" : value.toFixed(2)) },
  ];
  const plot = svg`<svg viewBox="0 0 ${width} ${bottom + 40}" width=${width} height=${bottom + 40} aria-hidden="true">
    ${xAxis(across, bottom, label, right - left, format)}
    ${items.map((one, index) => {
      const middle = down(index) + ROW / 2;
      const far = one.z !== null && Math.abs(one.z) > 3;
      return svg`<g class="interval ${index === cursor ? "at-cursor" : ""}">
        <text class="row-label" x=${left - 10} y=${middle + 4} text-anchor="end">${one.label}</text>
        <line class="grid" x1=${left} x2=${right} y1=${middle} y2=${middle}></line>
        ${one.expected === null ? nothing : svg`<rect class="band" y=${middle - 7} height="14" rx="3"
            x=${across(one.expected - 2 * one.error)} width=${Math.max(2, across(one.expected + 2 * one.error) - across(one.expected - 2 * one.error))}></rect>
          <line class="expected" x1=${across(one.expected)} x2=${across(one.expected)} y1=${middle - 9} y2=${middle + 9}></line>`}
        ${one.observed === null ? svg`<text x=${left + 6} y=${middle + 4}>none in the sample</text>` : svg`<circle class=${far ? "far" : "draft"} cx=${across(one.observed)} cy=${middle} r="5"></circle>`}
      </g>`;
    })}
  </svg>`;
  return chart({ id, title, summary, columns, rows, plot, toIndex: null });
}
