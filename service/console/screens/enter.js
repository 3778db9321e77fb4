// The entrance: asks for the token.
import { html, nothing } from "../vendor/lit-html.js";
import { count, isEmpty } from "../core/draft.js";
import { plural } from "../core/format.js";
import { busyLine, problemBox } from "../core/parts.js";
import { canResume, enter, leave, resume } from "../core/session.js";
import { state } from "../core/store.js";

export const title = () => "Enter";

/** If this tab has a token, the reader waits or tries again, and does not have to type it twice. */
export const view = () => html`<section class="enter">
  <h1>The designers' desk</h1>
  ${canResume() ? waiting() : form()}
  <p class="faded">Players do not need a token to <a href="/verify">verify a draw</a>.</p>
</section>`;

const waiting = () => html`${busyLine(state.entering.busy, "Entering…")} ${problemBox(state.entering.problem)} ${draftLine()}
  ${state.entering.busy ? nothing : html`<p class="actions"><button type="button" class="primary" @click=${resume}>Try again</button>
    <button type="button" @click=${() => leave()}>Use another token</button></p>`}`;

const draftLine = () => (isEmpty() ? nothing : html`<p class="box">Your draft of ${plural(count(), "change")} is still here.</p>`);

const form = () => html`
  <p>See what every number of the balance does to the odds, change it, and take it back.</p>
  <form @submit=${submit}>
    <label for="token">Your token</label>
    <input id="token" name="token" type="password" autocomplete="current-password" required minlength="16"
      aria-describedby="token-help" autofocus />
    <p id="token-help" class="faded">An operator's token, which <code>make operator</code> shows once. On your own machine
      <code>make run</code> prints one. It stays in this tab.</p>
    ${problemBox(problemOfToken())}
    ${draftLine()}
    <button class="primary" ?disabled=${state.entering.busy}>Enter</button>
  </form>`;

function problemOfToken() {
  const problem = state.entering.problem;
  if (problem?.status !== 401) return problem;
  return { title: "Not accepted.", detail: "The service does not know this token, or no longer does. After make run, it is printed where the service was started; elsewhere an operator makes you a new one." };
}

function submit(event) {
  event.preventDefault();
  enter(event.target.elements.token.value.trim());
}
