// Who changed what, when and why; newest first.
import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../core/api.js";
import { dateTime, plural } from "../core/format.js";
import { namesOf, places } from "../core/names.js";
import { busyLine, diffTable, problemBox } from "../core/parts.js";
import { address, replace } from "../core/router.js";
import { newest, state, update } from "../core/store.js";

export const label = "History";
export const title = () => "History";

const list = { busy: false, problem: null, revisions: [], next: null, asked: null };
const compared = { busy: false, problem: null, answer: null };
const filter = { pointer: "", author: "" };
/** What somebody has typed that names no value. */
let unknown = "";
const pair = { from: "", to: "" };
const runList = newest(list);
const runCompare = newest(compared);

export function load({ query }) {
  Object.assign(filter, { pointer: query.pointer ?? "", author: query.author ?? "" });
  unknown = "";
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
      <div><label for="value">Value</label><input id="value" list="values" size="32" .value=${unknown || nameOf(filter.pointer)} placeholder="Crimes › Bank robbery" spellcheck="false"
        aria-invalid=${unknown ? "true" : nothing} aria-describedby="unknown" />
        <datalist id="values">${places().map((one) => html`<option value=${one.name}></option>`)}</datalist></div>
      <div><label for="author">Author</label><input id="author" .value=${filter.author} placeholder="anyone" spellcheck="false" /></div>
      <button>Filter</button>
    </form>
    <p id="unknown" class="wrong" role="alert" ?hidden=${!unknown}>No value is called “${unknown}”. Choose one from the list, such as Crimes › Bank robbery.</p>
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

const nameOf = (pointer) => (pointer ? (places().find((one) => one.pointer === pointer)?.name ?? namesOf(pointer).names.join(" › ")) : "");

/** The pointer of what somebody calls so: the whole name, or a part of it; pointers themselves, too. */
function pointerOf(typed) {
  const wanted = typed.toLowerCase();
  if (!wanted || wanted.startsWith("/")) return typed;
  const all = places();
  const fits = (test) => all.find((one) => test(one.name.toLowerCase()));
  return (fits((name) => name === wanted) ?? fits((name) => name.includes(wanted)))?.pointer ?? null;
}

function search(event) {
  event.preventDefault();
  const { value, author } = event.target.elements;
  const pointer = pointerOf(value.value.trim());
  unknown = pointer === null ? value.value.trim() : "";
  if (unknown) return update();
  Object.assign(filter, { pointer, author: author.value.trim() });
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
