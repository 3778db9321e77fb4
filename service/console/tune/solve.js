// The inverse: what it takes for a chance.
import { html, nothing } from "../vendor/lit-html.js";
import { post } from "../core/api.js";
import { asOverlay, draft, drafted, isEmpty } from "../core/draft.js";
import { number, percent } from "../core/format.js";
import { busyLine, problemBox } from "../core/parts.js";
import { pointerTo } from "../core/patch.js";
import { newest, notify, update } from "../core/store.js";
import { growth, levelNow, place, template } from "./build.js";
import { put } from "./form.js";

const question = { find: "threshold", want: 60, degree: "success" };
const solved = { busy: false, problem: null, asked: null, answer: null };
const run = newest(solved);

const DEGREES = { success: "succeed in", critical_success: "succeed critically in" };
const FIND = { threshold: "the threshold", level: "the level", flat: "a flat bonus" };

export function solve(challenge) {
  if (!challenge.section) return html`<p>Choose a crime or a skill check first.</p>`;
  const set = (changes) => { Object.assign(question, changes); update(); };
  return html`<form class="solve" @submit=${(event) => { event.preventDefault(); ask(challenge); }}>
    <p class="sentence">${question.find === "level" ? "This build" : `Level ${levelNow()}`} should
      <select aria-label="Degree" @change=${(event) => set({ degree: event.target.value })}>${Object.entries(DEGREES).map(([value, text]) => html`<option value=${value} ?selected=${value === question.degree}>${text}</option>`)}</select>
      <label class="visually-hidden" for="want">Percent</label><input id="want" type="number" required min="0.01" max="100" step="0.01" .value=${String(question.want)} @input=${(event) => set({ want: event.target.valueAsNumber })} /> %
      of attempts at ${challenge.title}. Find
      <select aria-label="Find" @change=${(event) => set({ find: event.target.value })}>${Object.entries(FIND).map(([value, text]) => html`<option value=${value} ?selected=${value === question.find}>${text}</option>`)}</select>.</p>
    <button class="primary">Find it</button>
  </form>
  ${busyLine(solved.busy, "Counting…")} ${problemBox(solved.problem)} ${solved.answer && stillAsked(challenge) ? answer(challenge) : nothing}`;
}

/** An answer is shown as long as it is one to what the page shows. */
const stillAsked = ({ entry }) =>
  solved.asked.entry === entry && (solved.asked.find === "level" || solved.asked.level === levelNow());

const ask = ({ section, entry }) =>
  run(async (signal) => {
    const { find, degree } = question;
    const values = drafted();
    const crime = section === "crimes" ? { crime: entry } : { skill_check: entry };
    const asked = { find, entry, degree, level: levelNow() };
    const body = {
      participant: template(values),
      grow: growth(values),
      ...place(values),
      tuning_revision: draft.base,
      ...(isEmpty() ? {} : { tuning: asOverlay() }),
      questions: [
        {
          find,
          want: { [degree]: question.want / 100 },
          ...(find === "level" ? {} : { level: levelNow() }),
          ...(find === "threshold" ? {} : { against: crime }),
        },
      ],
    };
    return { asked, answer: (await post("/v1/odds/solve", body, signal)).answers[0] };
  });

function use(section, entry, title, value) {
  put(pointerTo(section, entry, "threshold"), value);
  notify(`The threshold of ${title} is ${number(value)} in your draft.`);
}

function answer({ section, entry, title }) {
  const { asked, answer } = solved;
  const what = { threshold: "A threshold of", level: "Level", flat: "A flat bonus of" }[asked.find];
  return html`<div class="box answer" role="status">
    ${answer.reached ? nothing : html`<p>It cannot be reached. Nearest:</p>`}
    <p><strong>${what} ${number(answer.value)}</strong> gives <strong>${percent(answer.gives)}</strong>${answer.next
      ? html`; ${number(answer.next.value)} gives ${percent(answer.next.gives)}.`
      : "."}</p>
    <p class="faded">Chances are steps: between the two there is nothing.</p>
    ${asked.find === "threshold" && answer.reached
      ? html`<p class="actions">${[answer, answer.next].filter(Boolean).map(({ value }) => html`<button type="button" class=${value === answer.value ? "primary" : ""}
          @click=${() => use(section, entry, title, value)}>Use ${number(value)} for ${title}</button>`)}</p>`
      : nothing}
  </div>`;
}
