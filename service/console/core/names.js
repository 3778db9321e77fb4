// What people call a value of the tuning, and where its form has it.
import { html, nothing } from "../vendor/lit-html.js";
import { draft, drafted } from "./draft.js";
import { titleOf, words } from "./format.js";
import { at, parts, pointerTo } from "./patch.js";
import { address } from "./router.js";
import { state } from "./store.js";

/** Of pointers into a request's body, only what is below one of these is one into the tuning. */
const bare = (pointer) => pointer.replace(/^\/(values|document|tuning)(?=\/)/, "");

/** The pointer of a field as a pattern fits a value: `{name}`, `{word}` and `{index}` are any part. */
const fits = (pattern, names) => {
  const wanted = pattern.split("/").slice(1);
  return wanted.length === names.length && wanted.every((one, index) => one === names[index] || one.startsWith("{"));
};

/** The words of the form for a value: its section, its entry, its field; and the address of the form. */
export function namesOf(pointer) {
  const names = parts(bare(pointer));
  const [first, entry] = names;
  for (const section of state.schema?.sections ?? []) {
    const exact = section.fields.find((one) => fits(one.pointer, names));
    if (!exact && !(section.entries && section.name === first)) continue;
    const [list, row] = exact?.pointer.split("/{index}") ?? [];
    const field = row === undefined ? exact : section.fields.find((one) => one.pointer === list);
    const title = section.entries && entry !== undefined ? [titleIn(first, entry)] : [];
    const last = field !== exact ? [`row ${Number(names[list.split("/").length - 1]) + 1}`] : exact?.pointer.endsWith("{word}") ? [words(names.at(-1))] : [];
    const href = address("tune", [section.name, ...(title.length ? [entry] : [])], field ? { at: pointerTo(...names) } : {});
    return { names: [section.title, ...title, ...(field ? [field.title] : []), ...last], href };
  }
  return { names: names.map(words), href: null };
}

const titleIn = (section, id) => titleOf(at(drafted(), pointerTo(section, id)) ?? at(draft.values, pointerTo(section, id)), id);

/** A pointer as a path of words, and a link to its form. */
export const whereOf = (pointer) => {
  const { names, href } = namesOf(pointer);
  const path = html`<span class="path" title=${pointer}>${names.map((one, index) => html`${index ? html`<span class="sep" aria-hidden="true">›</span><wbr />` : nothing}<span>${one}</span>`)}</span>`;
  return href ? html`<a href=${href}>${path}</a>` : path;
};

/** Everything that can have changed: `{name, pointer}` of sections, entries and fields, the widest first. */
export function places() {
  const found = (state.schema?.sections ?? []).flatMap((section) => {
    const fields = section.fields.filter((one) => !one.pointer.includes("{index}")).map((one) => one.pointer);
    if (!section.entries) return fields.map((one) => [one.split("/{")[0], [section.title, titleOfField(section, one)]]);
    const entries = Object.keys(drafted()[section.name] ?? {}).flatMap((id) => {
      const title = [section.title, titleIn(section.name, id)];
      const below = fields.map((one) => [one.replace("{name}", id).split("/{")[0], [...title, titleOfField(section, one)]]);
      return [[pointerTo(section.name, id), title], ...below];
    });
    return [[pointerTo(section.name), [section.title]], ...entries];
  });
  return found.map(([pointer, names]) => ({ pointer, name: names.join(" › ") }));
}

const titleOfField = (section, pointer) => section.fields.find((one) => one.pointer === pointer).title;
