// The distribution of totals at one level, with a threshold that can be dragged.
import { html, nothing, svg } from "../vendor/lit-html.js";
import { post } from "../core/api.js";
import { HEIGHT, MARGIN, xAxis, yAxis } from "../charts/axes.js";
import { curveStepAfter, line, scaleLinear } from "../charts/d3.js";
import { chart, cursorOf, widthOf } from "../charts/frame.js";
import { asOverlay, draft, drafted } from "../core/draft.js";
import { integer, number, percent, percentWhole } from "../core/format.js";
import { busyLine, problemBox } from "../core/parts.js";
import { pointerTo } from "../core/patch.js";
import { newest } from "../core/store.js";
import { levelNow, participantAt, place } from "./build.js";
import { put } from "./form.js";

const ID = "totals";
const found = { busy: false, problem: null, asked: "", totals: null };
const run = newest(found);

export function totals(challenge) {
  askWhenNew();
  if (!found.totals) return html`${problemBox(found.problem)} ${busyLine(found.busy, "Counting…")}`;
  const pointer = challenge.section ? pointerTo(challenge.section, challenge.entry, "threshold") : null;
  const drag = pointer && challenge.threshold !== undefined ? (value) => put(pointer, value) : null;
  return html`${problemBox(found.problem)} ${distribution(found.totals, challenge, drag)}`;
}

/** The view asks for what it is about to show, once for each build and draft. */
function askWhenNew() {
  const values = drafted();
  // A threshold moves no total: dragging it asks for nothing.
  const tuning = asOverlay();
  delete tuning.crimes;
  delete tuning.skill_checks;
  const body = { participant: participantAt(levelNow(), values), ...place(values), tuning_revision: draft.base, ...(Object.keys(tuning).length ? { tuning } : {}) };
  const asked = JSON.stringify(body);
  if (asked === found.asked) return;
  found.asked = asked;
  queueMicrotask(() => run(async (signal) => ({ totals: await post("/v1/odds/totals", body, signal) })));
}

/** Rows of total, hands, and the chance to have at least this total. */
function rowsOf({ totals: list, counts, hands }) {
  let left = hands;
  return list.map((total, index) => {
    const row = [total, counts[index], left / hands];
    left -= counts[index];
    return row;
  });
}

function distribution(answer, { title, threshold }, drag) {
  const rows = rowsOf(answer);
  const width = widthOf(ID);
  const bottom = HEIGHT - MARGIN.bottom;
  const right = width - MARGIN.right;
  const lowest = Math.min(rows[0][0], threshold ?? rows[0][0]);
  // Rare hands reach far: the plot ends where fewer than one in a thousand go on. The table has all of them.
  const common = rows.findLast(([, , chance]) => chance >= 0.001)[0];
  const highest = Math.max(common, (threshold ?? 0) + 10);
  const across = scaleLinear([lowest, highest], [MARGIN.left, right]).nice();
  const up = scaleLinear([0, 1], [bottom, MARGIN.top]);
  const drawn = rows.filter(([total]) => total <= across.domain()[1]);
  const bars = binned(drawn, across);
  const tallest = Math.max(...bars.map((one) => one.hands));
  // Up to and with each total the chance is its own; from there on the next one's.
  const steps = drawn.map(([total], index) => [total, rows[index + 1]?.[2] ?? 0]);
  const ends = [across.domain()[1], steps.at(-1)[1]];
  const path = line(([total]) => across(total), ([, chance]) => up(chance)).curve(curveStepAfter)([[across.domain()[0], 1], ...steps, ends]);
  const chance = threshold === undefined ? null : (rows.find(([total]) => total >= threshold)?.[2] ?? 0);
  const cursor = cursorOf(ID, rows);
  const plot = svg`<svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} aria-hidden="true">
    ${yAxis(up, MARGIN.left, right, percentWhole)} ${xAxis(across, bottom, "Total", width)}
    ${bars.map((one) => svg`<rect class="bar-fill" x=${one.x} width=${Math.max(1, one.width - 1)} y=${up((one.hands / tallest) * 0.6)} height=${bottom - up((one.hands / tallest) * 0.6)}></rect>`)}
    <path class="line draft" d=${path}></path>
    ${cursor === null ? nothing : svg`<g class="cursor"><line x1=${Math.min(right, across(rows[cursor][0]))} x2=${Math.min(right, across(rows[cursor][0]))} y1=${MARGIN.top} y2=${bottom}></line></g>`}
    ${threshold === undefined ? nothing : svg`<g class="threshold ${drag ? "drags" : ""}"
      @pointerdown=${(event) => drag && grab(event, across, drag)}>
      <line x1=${across(threshold)} x2=${across(threshold)} y1=${MARGIN.top} y2=${bottom}></line>
      <rect x=${across(threshold) - 12} width="24" y=${MARGIN.top} height=${bottom - MARGIN.top} fill="transparent"></rect>
      <path class="handle" d="M${across(threshold) - 7},${bottom + 9}h14l-7,-9z"></path></g>`}
  </svg>`;
  const keys = (event) => {
    if (!drag || !event.shiftKey || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
    drag(bounded(threshold + (event.key === "ArrowRight" ? 1 : -1)));
    return true;
  };
  return html`<p class="headline">${chance === null ? "Choose a crime or a skill check to see its threshold." : html`${title}: threshold ${number(threshold)} gives <strong>${percent(chance)}</strong>`}</p>
    ${chart({
      id: ID,
      title: `Totals at level ${levelNow()}`,
      summary: `From ${number(rows[0][0])} to ${number(rows.at(-1)[0])}. The line is the chance of at least this total, the bars are how many hands give it.${drag ? " Drag the threshold, or move it with Shift and the arrow keys." : ""}`,
      columns: [
        { title: "Total", format: number },
        { title: "Hands", format: integer },
        { title: "Chance of at least this", format: percent },
      ],
      rows,
      plot,
      keys,
      toIndex: (pixel) => nearest(rows, across.invert(pixel)),
    })}`;
}

const bounded = (value) => Math.max(0, Math.min(10_000, Math.round(value * 100) / 100));

function grab(event, across, drag) {
  const plot = event.currentTarget.ownerSVGElement;
  event.preventDefault();
  const move = (moved) => drag(bounded(Math.round(across.invert(moved.clientX - plot.getBoundingClientRect().left))));
  const drop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
}

function binned(rows, across) {
  const [first, last] = across.range();
  const count = Math.max(20, Math.floor((last - first) / 9));
  const size = (last - first) / count;
  const bars = Array.from({ length: count }, (_, index) => ({ x: first + index * size, width: size, hands: 0 }));
  for (const [total, hands] of rows) bars[Math.min(count - 1, Math.floor((across(total) - first) / size))].hands += hands;
  return bars.filter((one) => one.hands);
}

function nearest(rows, value) {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][0] < value) low = middle + 1;
    else high = middle;
  }
  return low && value - rows[low - 1][0] < rows[low][0] - value ? low - 1 : low;
}
