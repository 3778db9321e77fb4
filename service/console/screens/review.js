// The last look at a draft before it is published: what differs, what moves, the warnings, and who was faster.
import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../core/api.js";
import { adopt, asChange, count, decoded, discard, draft, encoded, isBehind, isEmpty, rebase } from "../core/draft.js";
import { dateTime, plural } from "../core/format.js";
import { namesOf } from "../core/names.js";
import { busyLine, diffTable, linkButton, problemBox } from "../core/parts.js";
import { at, changes, merged } from "../core/patch.js";
import { askPreview, whatMoves } from "../core/preview.js";
import { publishForm, send } from "../core/publish.js";
import { address, replace } from "../core/router.js";
import { newest, notify, state, update } from "../core/store.js";

export const label = "Review";
export const title = () => "Review";

const preview = { busy: false, problem: null, answer: null };
const form = { reason: "", forced: false, busy: false, problem: null };
const others = { busy: false, problem: null, revisions: null };
const arriving = { patch: null, base: null, problem: null };
const runPreview = newest(preview);
const runOthers = newest(others);

export function load({ query }) {
  Object.assign(arriving, { patch: null, base: null, problem: null });
  if (query.draft !== undefined) openLink(query);
  Object.assign(form, { forced: false, problem: null });
  recount();
}

function openLink({ draft: text, base }) {
  const patch = decoded(text);
  const revision = Number(base);
  if (patch === null || !Number.isInteger(revision)) arriving.problem = { title: "This link is damaged.", detail: "Ask for it again; the end may have been cut off." };
  else if (encoded() === text) return;
  else if (isEmpty()) takeLink(patch, revision);
  else Object.assign(arriving, { patch, base: revision });
}

async function takeLink(patch, base) {
  try {
    const values = base === state.live.revision ? state.live.values : (await get(`/v1/admin/tuning/revisions/${base}`)).values;
    Object.assign(arriving, { patch: null, base: null, problem: null });
    adopt(base, values, patch);
    replace("review"); // from now on, the draft of this tab counts
    recount();
  } catch (problem) {
    Object.assign(arriving, { problem });
    update();
  }
}

function recount() {
  preview.answer = null;
  if (isEmpty()) return update();
  if (isBehind()) readOthers();
  else runPreview(async (signal) => ({ answer: await askPreview(asChange(), signal) }));
}

/** What has been published since the draft was begun. */
const readOthers = () =>
  runOthers(async (signal) => {
    const revisions = [];
    let cursor;
    do {
      const page = await get("/v1/admin/tuning/revisions", { limit: 50, cursor }, signal);
      revisions.push(...page.revisions.filter((one) => one.tuning_revision > draft.base));
      cursor = page.revisions.at(-1)?.tuning_revision > draft.base + 1 ? page.next_cursor : null;
    } while (cursor);
    return { revisions };
  });

const differences = () =>
  changes(draft.patch).map(([pointer, value]) => ({ pointer, before: at(draft.values, pointer) ?? null, after: value }));

/** Values that both the draft and somebody else have changed since. */
function conflicts() {
  const mine = changes(draft.patch).map(([pointer]) => pointer);
  const theirs = (others.revisions ?? []).flatMap((one) => one.differences.map((difference) => difference.pointer));
  const meet = (one, other) => one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
  return new Set(mine.filter((one) => theirs.some((other) => meet(one, other))));
}

export function view() {
  return html`<h1>Review</h1>${problemBox(arriving.problem)} ${arriving.patch ? choice() : nothing}
    ${isEmpty() ? empty() : isBehind() ? stale() : ready()}`;
}

const empty = () => html`<p>Your draft is empty. Change something on the desk, and it appears here before it is live.</p>${linkButton("#/tune", "To the desk", "primary")}`;

const choice = () => html`<div class="box warn"><p>This link carries a draft of ${plural(changes(arriving.patch).length, "change")},
    and you have one of your own with ${plural(count(), "change")}.</p>
  <button type="button" @click=${() => takeLink(arriving.patch, arriving.base)}>Replace mine by the link's</button>
  <button type="button" @click=${keepMine}>Keep mine</button></div>`;

function keepMine() {
  replace("review");
  Object.assign(arriving, { patch: null });
  update();
}

const ready = () => html`<div class="review">
  <section><h2>${plural(count(), "change")} to revision ${draft.base}</h2>${diffTable(differences())}${tools()}</section>
  <section><h2>What moves</h2>${busyLine(preview.busy, "Counting…")} ${problemBox(preview.problem, recount)}
    ${preview.answer ? whatMoves(preview.answer) : nothing}</section>
  <section><h2>Publish</h2>${preview.answer
    ? publishForm({ form, warnings: preview.answer.warnings.filter((one) => /^\/(values|document)\//.test(one.pointer)), differences: differences(), text: `Publish revision ${draft.base + 1}`, publish })
    : html`<p class="faded">Once you have seen what moves.</p>`}</section>
</div>`;

const tools = () => html`<p class="actions">
  <button type="button" @click=${copyLink}>Copy a link to this draft</button>
  <button type="button" class="danger" @click=${drop}>Discard the draft</button></p>`;

function drop() {
  if (!confirm(`Discard ${plural(count(), "change")}?`)) return;
  discard();
  recount();
}

async function copyLink() {
  const link = new URL(address("review", [], { base: draft.base, draft: encoded() }), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    notify("The link is copied. Anyone with a token who opens it sees this draft.");
  } catch {
    prompt("The link to this draft:", link); // no clipboard without a secure connection
  }
}

function stale() {
  const clashing = conflicts();
  return html`<div class="box warn"><h2>Someone published first</h2>
      <p>Your draft is based on revision ${draft.base}, and revision ${state.live.revision} is live. Nothing of yours is lost.</p></div>
    ${busyLine(others.busy)} ${problemBox(others.problem, readOthers)}
    ${(others.revisions ?? []).map((one) => html`<section class="box"><h3><a href=${address("revision", [one.tuning_revision])}>Revision ${one.tuning_revision}</a>
        by ${one.author ?? "an unknown author"}, ${dateTime(one.time)}</h3><p><q>${one.reason}</q></p>${diffTable(one.differences)}</section>`)}
    <section><h2>Your draft</h2>
      ${clashing.size ? html`<p><strong>${plural(clashing.size, "value")}</strong> of yours ${clashing.size === 1 ? "has" : "have"} been changed by both. On top of theirs, yours ${clashing.size === 1 ? "counts" : "count"}.</p>` : others.revisions ? html`<p>Nothing of yours has been changed by anyone else.</p>` : nothing}
      ${diffTable(differences(), clashing)}
      <p class="actions"><button type="button" class="primary" ?disabled=${!others.revisions} @click=${putOnTop}>Put my draft on top of revision ${state.live.revision}</button>
        ${[...clashing].map((pointer) => html`<button type="button" @click=${() => yieldTo(pointer)}>Keep theirs: ${namesOf(pointer).names.join(" › ")}</button>`)}
        <button type="button" class="danger" @click=${drop}>Discard the draft</button></p></section>`;
}

function putOnTop() {
  rebase();
  notify(`Your draft is based on revision ${draft.base} now. Look at it once more.`);
  recount();
}

/** Drops one of the draft's changes, so that what somebody else has published stays. */
function yieldTo(pointer) {
  const kept = changes(draft.patch).filter(([other]) => other !== pointer);
  adopt(draft.base, draft.values, kept.reduce((patch, [path, value]) => merged(patch, nested(path, value)), {}));
}

const nested = (pointer, value) => pointer.split("/").slice(1).reduceRight((inner, name) => ({ [name.replaceAll("~1", "/").replaceAll("~0", "~")]: inner }), value);

function publish() {
  const { values, document } = asChange();
  const faster = () => {
    form.problem = null; // the screen shows what they have changed
    recount();
  };
  return send(form, draft.base, document ? "PUT" : "PATCH", "/v1/admin/tuning", { values: document ?? values }, { done: discardPublished, faster });
}

function discardPublished(revision) {
  state.live = { revision, values: merged(draft.values, draft.patch) };
  discard();
}
