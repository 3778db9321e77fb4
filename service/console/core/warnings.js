// What the service warns about, the gravest first.
import { html, nothing } from "../vendor/lit-html.js";
import { integer } from "./format.js";
import { whereOf } from "./names.js";

/** What a caller of the API is advised to do; here it is a box to tick. */
const HOW_TO_FORCE = / Send force: true if that is intended\.$/;
const CHALLENGE = /^\/(crimes|skill_checks)(\/|$)/;
const TAKES_AWAY = /^Would be (removed|below)/;
const FROM_TO = /from ([\d.]+)\s% to ([\d.]+)/;
const MORE = / in ([\d,]+) more\.$/;

/** Of a restore, the service has the pointer in the message. Ids of hands and the like become words. */
function read({ pointer, message }) {
  const text = message.replace(HOW_TO_FORCE, "").replace(/(\d) %/g, "$1\u00a0%");
  const [, inner, rest] = /^(\/\S+): (.*)$/.exec(text) ?? [null, pointer, text];
  return { pointer: inner.replace(/^\/(values|document)(?=\/)/, ""), text: rest.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (id) => id.replaceAll("_", " ")) };
}

/** `differences` are those of the change: chances at challenges that it does not change are its side effects. */
export function warningList(warnings, differences) {
  const all = warnings.map(read);
  const changed = new Set(differences.map((one) => one.pointer));
  const rank = (one) => (TAKES_AWAY.test(one.text) ? 0 : changed.has(one.pointer) || !CHALLENGE.test(one.pointer) ? 1 : 2);
  const own = [0, 1].flatMap((wanted) => all.filter((one) => rank(one) === wanted));
  const effects = all.filter((one) => rank(one) === 2);
  return html`<ul class="warnings">${own.map(line)}${effects.length > 1 ? folded(effects) : effects.map(line)}</ul>`;
}

const line = (one) => html`<li>${sentence(one)}</li>`;

const sentence = ({ pointer, text }) => html`<strong>${whereOf(pointer)}</strong>: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** The service lists the worst first, and only counts those that are less than that. */
function folded(effects) {
  const more = (one) => Number(MORE.exec(one.text)?.[1].replaceAll(",", "") ?? 0);
  const count = effects.reduce((sum, one) => sum + (more(one) || 1), 0);
  const changes = effects.map((one) => FROM_TO.exec(one.text)).filter(Boolean).map(([, from, to]) => to - from);
  const way = !changes.length ? "are affected" : changes.every((one) => one < 0) ? "fall" : changes.every((one) => one > 0) ? "rise" : "jump";
  return html`<li><details><summary>${integer(count)} chances ${way}, worst: ${sentence(effects[0])}</summary>
    <ul>${effects.slice(1).map(line)}</ul></details></li>`;
}

/** Warnings in their box; nothing without any. `confirm` is what has to be ticked, if the operator may override them. */
export const warningBox = (warnings, differences, heading, confirm = nothing) =>
  warnings.length ? html`<div class="box warn"><p><strong>${heading}</strong></p>${warningList(warnings, differences)}${confirm}</div>` : nothing;
