// Small pieces that several screens show.
import { html, nothing } from "../vendor/lit-html.js";
import { shown } from "./format.js";
import { whereOf } from "./names.js";

/** What went wrong, in the service's own words, with the fields that it names. `again` tries once more, where that may help. */
export const problemBox = (problem, again = null) =>
  problem
    ? html`<div class="box bad" role="alert">
        <p><strong>${problem.title ?? "Error"}</strong> ${problem.detail ?? problem.message}</p>
        ${problem.errors?.length
          ? html`<ul>
              ${problem.errors.map((one) => html`<li>${one.pointer ? whereOf(one.pointer) : html`<code>${one.parameter}</code>`} ${one.message}</li>`)}
            </ul>`
          : nothing}
        ${again && (problem.status === 0 || problem.status >= 500) ? html`<button type="button" @click=${() => again()}>Try again</button>` : nothing}
      </div>`
    : nothing;

export const busyLine = (busy, text = "Reading…") => html`<p class="busy" role="status" ?hidden=${!busy}>${text}</p>`;

/** What differs, value by value. `marked` are pointers to mark as conflicts. */
export const diffTable = (differences, marked = new Set()) =>
  differences.length
    ? html`<div class="wide"><table class="diff">
        <thead><tr><th scope="col">Value</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
        <tbody>
          ${differences.map(
            (one) => html`<tr class=${marked.has(one.pointer) ? "conflict" : ""}>
              <th scope="row">${whereOf(one.pointer)}${marked.has(one.pointer) ? html` <span class="tag bad">conflict</span>` : nothing}</th>
              <td class="before">${one.before === null ? html`<i>none</i>` : shown(one.before)}</td>
              <td class="after">${one.after === null ? html`<i>removed</i>` : shown(one.after)}</td>
            </tr>`,
          )}
        </tbody>
      </table></div>`
    : html`<p class="faded">Nothing differs.</p>`;

/** A link that is a button to look at. */
export const linkButton = (href, text, kind = "") => html`<a class="button ${kind}" href=${href}>${text}</a>`;
