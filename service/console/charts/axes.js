// Axes and their lines behind a plot.
import { svg } from "../vendor/lit-html.js";

export const MARGIN = { top: 12, right: 16, bottom: 40, left: 52 };
export const HEIGHT = 280;

/** Room to the left of rows for their labels, at most so much that half of a narrow screen is left. */
export const marginOf = (labels, width) =>
  Math.round(Math.min(width * 0.45, 24 + 6.6 * Math.max(...labels.map((label) => label.length))));

export const xAxis = (scale, bottom, label, width, format = String) => svg`<g class="axis">
  <line x1=${scale.range()[0]} x2=${scale.range()[1]} y1=${bottom} y2=${bottom}></line>
  ${scale.ticks(Math.max(2, Math.floor(width / 90))).map(
    (tick) => svg`<text x=${scale(tick)} y=${bottom + 16} text-anchor=${scale(tick) > scale.range()[1] - 8 ? "end" : "middle"}>${format(tick)}</text>`,
  )}
  <text class="label" x=${scale.range()[1]} y=${bottom + 34} text-anchor="end">${label}</text>
</g>`;

export const yAxis = (scale, left, right, format) => svg`<g class="axis">
  ${scale.ticks(5).map(
    (tick) => svg`<line class="grid" x1=${left} x2=${right} y1=${scale(tick)} y2=${scale(tick)}></line>
      <text x=${left - 8} y=${scale(tick) + 4} text-anchor="end">${format(tick)}</text>`,
  )}
</g>`;
