// Who is at the desk: the token, kept for this tab only, and what is live.
import { authenticate, call, get } from "./api.js";
import { follow } from "./draft.js";
import { notify, state, update } from "./store.js";

const KEPT_AS = "destiny.token";
const LOOK_AGAIN_MS = 15_000;

export const may = (right) => state.who?.rights.includes(right) ?? false;

/** Whether this tab has a token that the service has accepted. */
export const canResume = () => sessionStorage.getItem(KEPT_AS) !== null;

/** Enters with the token of this tab, if there is one. */
export function resume() {
  if (canResume()) enter(sessionStorage.getItem(KEPT_AS));
}

export async function enter(token) {
  update({ entering: { busy: true, problem: null } });
  authenticate(token);
  try {
    const [who, schema] = await Promise.all([get("/v1/admin/whoami"), state.schema ?? get("/v1/admin/tuning/schema"), readLive()]);
    sessionStorage.setItem(KEPT_AS, token);
    authenticate(token, (problem) => leave(problem));
    update({ who, schema, entering: { busy: false, problem: null } });
  } catch (problem) {
    authenticate("");
    if (problem.status === 401) sessionStorage.removeItem(KEPT_AS);
    update({ who: null, entering: { busy: false, problem } });
  }
}

/** Back to the entrance; the draft stays. */
export function leave(problem = null) {
  sessionStorage.removeItem(KEPT_AS);
  authenticate("");
  update({ who: null, entering: { busy: false, problem } });
}

/** Reads what is live. The draft follows it while it is empty. */
export async function readLive() {
  const { body } = await call("GET", "/v1/admin/tuning");
  const live = { revision: body.tuning_revision, values: body.values };
  const newer = state.live !== null && live.revision !== state.live.revision;
  update({ live });
  follow(live);
  return newer;
}

/** Reads what is live if that is possible. What the reader does next says what is wrong otherwise. */
export async function tryReadLive() {
  try {
    return await readLive();
  } catch {
    return false;
  }
}

/** Looks now and then whether somebody has published, as long as the page is seen. */
export function keepLooking() {
  setInterval(async () => {
    if (!state.who || document.hidden) return;
    if (await tryReadLive()) notify(`Revision ${state.live.revision} is live now.`);
  }, LOOK_AGAIN_MS);
}
