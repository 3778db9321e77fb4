// One revision, at its own address; and the way back to it.
import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../core/api.js";
import { dateTime } from "../core/format.js";
import { busyLine, diffTable, linkButton, problemBox } from "../core/parts.js";
import { askPreview, whatMoves } from "../core/preview.js";
import { publishForm, send } from "../core/publish.js";
import { address } from "../core/router.js";
import { newest, state, update } from "../core/store.js";
import { warningBox } from "../core/warnings.js";

export const title = ({ rest }) => `Revision ${rest[0] ?? ""}`;

const read = { busy: false, problem: null, revision: null };
const back = { busy: false, problem: null, preview: null, differences: [] };
const form = { reason: "", forced: false, busy: false, problem: null };
const runRead = newest(read);
const runBack = newest(back);

/** `#/revision/12` is the revision, `#/revision/12/back` the way back to it. */
export function load({ rest: [number, action] }) {
  Object.assign(form, { reason: "", forced: false, problem: null });
  back.preview = null;
  read.revision = null;
  runRead(async (signal) => ({ revision: await get(`/v1/admin/tuning/revisions/${encodeURIComponent(number ?? "")}`, {}, signal) }));
  if (action === "back")
    runBack(async (signal) => {
      const preview = await askPreview({ restore: Number(number) }, signal);
      return { preview, differences: preview.differences };
    });
}

export function view(route) {
  const action = route.rest[1];
  const one = read.revision;
  return html`${problemBox(read.problem ?? back.problem, () => load(route))} ${busyLine(read.busy)} ${one ? (action === "back" ? goBack(one) : page(one)) : nothing}`;
}

function page(one) {
  const live = one.tuning_revision === state.live.revision;
  const undo = one.based_on === null ? null : one.based_on;
  return html`<h1>Revision ${one.tuning_revision} ${live ? html`<span class="tag good">live</span>` : nothing}</h1>
    <p class="faded">${one.author ? html`by ${one.author}, ${dateTime(one.time)}` : "ships with the service"}${one.restores === null ? nothing : html`, back to <a href=${address("revision", [one.restores])}>revision ${one.restores}</a>`}${one.adopted === null ? nothing : `, kept the ${one.adopted} after the store had lost revisions`}</p>
    ${one.reason ? html`<blockquote>${one.reason}</blockquote>` : nothing}
    ${one.forced ? warningBox(one.warnings, one.differences, "Published past these warnings:") : nothing}
    ${one.based_on === null ? nothing : html`<h2>What it changed</h2>${diffTable(one.differences)}`}
    <p class="actions">
      ${live && undo !== null ? linkButton(address("revision", [undo, "back"]), "Take it back", "primary") : nothing}
      ${live ? nothing : linkButton(address("revision", [one.tuning_revision, "back"]), "Go back to this revision", "primary")}
      ${live ? nothing : linkButton(address("history", [], { from: one.tuning_revision, to: "live" }), "Compare with live")}
      ${linkButton("#/history", "All revisions")}
    </p>`;
}

function goBack(one) {
  const number = one.tuning_revision;
  return html`<h1>Back to revision ${number}</h1>
    <p>This makes revision ${state.live.revision + 1}, equal to revision ${number}. Nothing is removed from the history.</p>
    ${busyLine(back.busy, "Counting…")}
    ${back.preview
      ? html`<h2>What it changes</h2>${diffTable(back.differences)}
          <h2>What moves</h2>${whatMoves(back.preview)}
          <h2>Publish</h2>${publishForm({ form, warnings: back.preview.warnings, differences: back.differences, text: `Go back to revision ${number}`, publish: () => restore(number) })}`
      : nothing}`;
}

function restore(number) {
  const faster = (problem) => {
    load({ rest: [String(number), "back"] });
    form.problem = problem;
  };
  return send(form, back.preview.tuning_revision, "POST", "/v1/admin/tuning/restore", { tuning_revision: number }, { done: () => update(), faster });
}
