// The draft: a patch of the tuning that is not live, based on a revision. It survives a reload, and a token that expires.
import { at, changes, difference, merged, parts, same, withValue } from "./patch.js";
import { state, update } from "./store.js";

const KEPT_AS = "destiny.draft";

/** `base`: the revision that the patch was made for, with its values; `patch`: what it changes. */
export const draft = { base: null, values: null, patch: {}, ...JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "{}") };

/** The whole tuning as it would be. */
export const drafted = () => merged(draft.values ?? {}, draft.patch);
export const isEmpty = () => Object.keys(draft.patch).length === 0;
export const count = () => changes(draft.patch).length;
export const isBehind = () => !isEmpty() && state.live !== null && draft.base !== state.live.revision;

/** Sets one value of the draft; `undefined` removes an optional value or an entry. */
export function set(pointer, value) {
  keep(difference(draft.values, withValue(drafted(), pointer, value)));
}

/** Takes back what the draft changes here. */
export function reset(pointer) {
  set(pointer, at(draft.values, pointer));
}

export function discard() {
  Object.assign(draft, { base: state.live.revision, values: state.live.values });
  keep({});
}

/** Whether the draft changes this value, or anything below it. */
export const edits = (pointer) => !same(at(draft.values, pointer), at(drafted(), pointer));

/** What is live has been read: an empty draft follows it, another one stays on the revision that it was made for. */
export function follow(live) {
  if (isEmpty() || draft.base === live.revision) Object.assign(draft, { base: live.revision, values: live.values });
}

/** Puts the changes of the draft on top of what is live. */
export function rebase() {
  const after = merged(state.live.values, draft.patch);
  Object.assign(draft, { base: state.live.revision, values: state.live.values });
  keep(difference(draft.values, after));
}

/** Replaces the draft, such as by one that a link carries. */
export function adopt(base, values, patch) {
  Object.assign(draft, { base, values });
  keep(difference(values, merged(values, patch)));
}

function keep(patch) {
  draft.patch = patch;
  sessionStorage.setItem(KEPT_AS, JSON.stringify(draft));
  update();
}

const isField = (pointer) => parts(pointer).length > 2;

/** A change as the service takes it: the patch, or all of the tuning where an optional field of an entry goes. */
export const asChange = () =>
  changes(draft.patch).some(([pointer, value]) => value === null && isField(pointer))
    ? { document: drafted() }
    : { values: draft.patch };

/** The patch for odds. It cannot take away a field of an entry, so a number that goes counts as 0, which is the same. */
export const asOverlay = () =>
  changes(draft.patch)
    .map(([pointer, value]) => [pointer, value === null && isField(pointer) ? neutral(at(draft.values, pointer)) : value])
    .filter(([, value]) => value !== undefined)
    .reduce((patch, [pointer, value]) => withValue(patch, pointer, value), {});

const neutral = (value) => (typeof value === "number" ? 0 : undefined);

/** The draft as the fragment of a link. */
export const encoded = () => {
  const bytes = new TextEncoder().encode(JSON.stringify(draft.patch));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** The patch that a link carries; null if it is damaged. */
export function decoded(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const patch = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return patch !== null && typeof patch === "object" && !Array.isArray(patch) ? patch : null;
  } catch {
    return null;
  }
}
