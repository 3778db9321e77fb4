// The end of every change: a reason, what has to be confirmed, and the button.
import { html } from "../vendor/lit-html.js";
import { call } from "./api.js";
import { problemBox } from "./parts.js";
import { go } from "./router.js";
import { may, tryReadLive } from "./session.js";
import { notify, state, update } from "./store.js";
import { warningBox } from "./warnings.js";

/** Sends a change of revision `base`, with what the form says. `faster(problem)` follows if somebody else was. */
export async function send(form, base, method, path, body, { done, faster }) {
  Object.assign(form, { busy: true, problem: null });
  update();
  try {
    const sent = { ...body, reason: form.reason.trim(), ...(form.forced ? { force: true } : {}) };
    const answer = await call(method, path, { body: sent, headers: { "If-Match": `"${base}"` } });
    const revision = answer.body.tuning_revision;
    Object.assign(form, { reason: "", forced: false });
    done(revision);
    await tryReadLive();
    go("revision", [revision]);
    queueMicrotask(() => setTimeout(() => notify(`Revision ${revision} is live.`, "good")));
  } catch (problem) {
    form.problem = problem;
    if (problem.status === 412) {
      await tryReadLive();
      faster(problem);
    }
  } finally {
    form.busy = false;
    update();
  }
}

/**
 * `form` is what the screen keeps: `{reason, forced, busy, problem}`.
 * `warnings` must be confirmed; `differences` are what the change does to the values; `publish()` sends it.
 */
export function publishForm({ form, warnings, differences, text, publish }) {
  const box = (confirm) => warningBox(warnings, differences, "The service warns:", confirm);
  if (!may("tune"))
    return html`${box()}<p class="box">Your role, ${state.who.role}, may look but not change the tuning. Send the link to a designer.</p>`;
  const production = state.who.environment === "production";
  const confirm = html`<label class="check"><input type="checkbox" required .checked=${form.forced} @change=${(event) => { form.forced = event.target.checked; update(); }} />
    I have read this, and it is intended.</label>`;
  return html`<form class="publish" @submit=${(event) => { event.preventDefault(); publish(); }}>
    ${box(confirm)}
    <label for="reason">Reason</label>
    <textarea id="reason" required maxlength="500" rows="2" .value=${form.reason} placeholder="Banks fall too often."
      @input=${(event) => { form.reason = event.target.value; }}></textarea>
    <p class="help">It is kept with the revision for good; everyone who looks back reads it.</p>
    ${problemBox(form.problem)}
    <button class="primary ${production ? "production" : ""}" ?disabled=${form.busy}>${text}${production ? " to production" : ""}</button>
  </form>`;
}
