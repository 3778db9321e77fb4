// Who changed what, when and why; newest first.
import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../core/api.js";
import { dateTime, plural } from "../core/format.js";
import { busyLine, diffTable, problemBox } from "../core/parts.js";
import { address, replace } from "../core/router.js";
import { newest, state, update } from "../core/store.js";

export const label = "History";
export const title = () => "History";

const list = { busy: false, problem: null, revisions: [], next: null, asked: null };
const compared = { busy: false, problem: null, answer: null };
const filter = { pointer: "", author: "" };
const pair = { from: "", to: "" };
const runList = newest(list);
const runCompare = newest(compared);

export function load({ query }) {
  Object.assign(filter, { pointer: query.pointer ?? "", author: query.author ?? "" });
  Object.assign(pair, { from: query.from ?? "", to: query.to ?? "" });
  read();
  if (pair.from && pair.to) compare();
  else compared.answer = null;
}

const read = (cursor) =>
  runList(async (signal) => {
    const page = await get("/v1/admin/tuning/revisions", { limit: 20, cursor, ...filter }, signal);
    return { revisions: cursor ? [...list.revisions, ...page.revisions] : page.revisions, next: page.next_cursor };
  });

const compare = () => runCompare(async (signal) => ({ answer: await get("/v1/admin/tuning/diff", pair, signal) }));

const remember = () => replace("history", [], { ...filter, ...pair });

export function view() {
  return html`<h1>History</h1>
    <form class="filters" @submit=${search}>
      <div><label for="pointer">Value</label><input id="pointer" .value=${filter.pointer} placeholder="/crimes/bank_robbery" spellcheck="false" /></div>
      <div><label for="author">Author</label><input id="author" .value=${filter.author} placeholder="anyone" spellcheck="false" /></div>
      <button>Filter</button>
    </form>
    <form class="filters" @submit=${compareThem}>
      <div><label for="from">Compare</label><input id="from" required .value=${pair.from} placeholder="shipped" size="8" /></div>
      <div><label for="to">with</label><input id="to" required .value=${pair.to} placeholder="live" size="8" /></div>
      <button>Compare</button><span class="help">A revision's number, <code>shipped</code> or <code>live</code>.</span>
    </form>
    ${problemBox(compared.problem, compare)} ${busyLine(compared.busy)}
    ${compared.answer ? html`<section class="box"><h2>From revision ${compared.answer.from} to ${compared.answer.to}</h2>${diffTable(compared.answer.differences)}</section>` : nothing}
    ${problemBox(list.problem, read)}
    <ol class="revisions">${list.revisions.map(line)}</ol>
    ${!list.busy && !list.problem && !list.revisions.length ? html`<p>No revision fits.</p>` : nothing}
    ${busyLine(list.busy)}
    ${list.next ? html`<button type="button" ?disabled=${list.busy} @click=${() => read(list.next)}>Older</button>` : nothing}`;
}

const line = (one) => html`<li>
  <a class="number" href=${address("revision", [one.tuning_revision])}>Revision ${one.tuning_revision}</a>
  ${one.tuning_revision === state.live.revision ? html`<span class="tag good">live</span>` : nothing}
  ${one.forced ? html`<span class="tag warn">forced</span>` : nothing}
  ${one.restores === null ? nothing : html`<span class="tag">back to ${one.restores}</span>`}
  ${one.adopted === null ? nothing : html`<span class="tag warn">kept the ${one.adopted} after a loss</span>`}
  <span class="faded">${one.author ? `${one.author}, ` : ""}${dateTime(one.time)}</span>
  <p>${one.reason ? html`<q>${one.reason}</q>` : "The tuning that ships with the service."}</p>
  ${one.differences.length ? html`<details><summary>${plural(one.differences.length, "value")}</summary>${diffTable(one.differences)}</details>` : nothing}
</li>`;

function search(event) {
  event.preventDefault();
  const { pointer, author } = event.target.elements;
  Object.assign(filter, { pointer: pointer.value.trim(), author: author.value.trim() });
  remember();
  read();
}

function compareThem(event) {
  event.preventDefault();
  const { from, to } = event.target.elements;
  Object.assign(pair, { from: from.value.trim(), to: to.value.trim() });
  remember();
  compare();
  update();
}
