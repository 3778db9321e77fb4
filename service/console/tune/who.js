// Above the odds: the character that they are counted for.
import { html, nothing } from "../vendor/lit-html.js";
import { drafted } from "../core/draft.js";
import { plural, titleOf } from "../core/format.js";
import { build, growing, highestLevel, levelNow, setBuild } from "./build.js";

const SUITS = ["spades", "hearts", "clubs", "diamonds"];

export function whose() {
  const values = drafted();
  const toggle = (name, id) => (event) =>
    setBuild({ [name]: event.target.checked ? [...build[name], id] : build[name].filter((one) => one !== id) });
  const extras = build.items.length + build.effects.length;
  return html`<form class="build" @submit=${(event) => event.preventDefault()}>
    <div><label for="grow">A character with</label>
      <select id="grow" aria-describedby="grow-skills" @change=${(event) => grow(event.target.value, values)}>
        ${SUITS.map((one) => option(`suit:${one}`, `every skill of ${one}`, build.grow))}
        ${option("all", "every skill", build.grow)} ${option("chosen", "chosen skills…", build.grow)}
      </select></div>
    <div class="level"><label for="level">at level</label>
      <input id="level" type="number" min="0" max=${highestLevel()} .value=${String(levelNow())} @input=${levelTyped} />
      <input type="range" aria-label="Level" min="0" max=${highestLevel()} .value=${String(levelNow())} @input=${levelTyped} /></div>
    <div><label for="place">in</label>
      <select id="place" @change=${(event) => setBuild({ location: event.target.value })}>${option("", "no place in particular", build.location)}
        ${Object.entries(values.locations).map(([id, one]) => option(id, titleOf(one, id), build.location))}</select></div>
    ${build.grow === "chosen" ? chosen(values) : html`<p id="grow-skills" class="help">${listed(values)}</p>`}
    <details ?open=${extras > 0}><summary>Items and effects${extras ? html` <span class="count">${extras}</span>` : nothing}</summary>
      <div class="checks">${["items", "effects"].flatMap((kind) => Object.entries(values[kind]).map(([id, one]) => html`<label><input type="checkbox"
        .checked=${build[kind].includes(id)} @change=${toggle(kind, id)} /> ${titleOf(one, id)}</label>`))}</div></details>
  </form>`;
}

const option = (value, text, chosen) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`;

const titleIn = (values) => (id) => titleOf(values.skills[id], id);

function listed(values) {
  const ids = growing(values);
  return `${plural(ids.length, "skill")}, all at this level: ${ids.map(titleIn(values)).join(", ").toLowerCase()}.`;
}

/** Who chooses skills begins with those that grew until then. */
function grow(kind, values) {
  const skills = Object.fromEntries(growing(values).map((id) => [id, null]));
  setBuild(kind === "chosen" ? { grow: kind, skills } : { grow: kind });
}

function chosen(values) {
  const all = Object.keys(values.skills);
  const ids = all.filter((id) => id in build.skills);
  const rising = growing(values);
  const set = (id, level) => setBuild({ skills: { ...build.skills, [id]: level } });
  const leave = (id) => setBuild({ skills: Object.fromEntries(Object.entries(build.skills).filter(([other]) => other !== id)) });
  return html`<fieldset class="skills" id="grow-skills"><legend>Skills</legend>
    <ul>${ids.map((id) => {
      const title = titleIn(values)(id);
      const level = build.skills[id];
      const needed = rising.length === 1 && rising[0] === id;
      return html`<li><span>${title}</span>
        <label><input type="checkbox" aria-label="${title} grows" .checked=${level === null} ?disabled=${needed}
          @change=${(event) => set(id, event.target.checked ? null : Math.max(1, levelNow()))} /> grows</label>
        ${level === null ? nothing : html`<input type="number" aria-label="Level of ${title}" min="1" max=${highestLevel()} .value=${String(level)}
          @input=${(event) => event.target.validity.valid && event.target.value && set(id, event.target.valueAsNumber)} />`}
        <button type="button" class="quiet" aria-label="Without ${title}" ?disabled=${needed} @click=${() => leave(id)}>×</button></li>`;
    })}</ul>
    <select aria-label="Add a skill" @change=${(event) => { set(event.target.value, null); event.target.value = ""; }}>
      <option value="">Add a skill…</option>${all.filter((id) => !(id in build.skills)).map((id) => option(id, titleIn(values)(id), ""))}</select>
    <span class="help">What grows has the level above.</span>
  </fieldset>`;
}

function levelTyped(event) {
  const level = event.target.valueAsNumber;
  if (Number.isInteger(level) && level >= 0 && level <= highestLevel()) setBuild({ level });
}
