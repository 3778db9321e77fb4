// Merge patches (RFC 7396) and JSON pointers (RFC 6901): how a draft says what it changes.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export const parts = (pointer) =>
  pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

export const pointerTo = (...names) =>
  names.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

export const at = (document, pointer) =>
  parts(pointer).reduce((found, name) => (found === undefined || found === null ? undefined : found[name]), document);

/** The document with the patch applied; neither is changed. */
export function merged(document, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(document) ? { ...document } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

/** The patch that makes `after` of `before`. Entries that are gone become null. */
export function difference(before, after) {
  const patch = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!(name in after)) patch[name] = null;
    else if (isObject(before[name]) && isObject(after[name])) {
      const inner = difference(before[name], after[name]);
      if (Object.keys(inner).length) patch[name] = inner;
    } else if (!same(before[name], after[name])) patch[name] = after[name];
  }
  return patch;
}

/** Every value that a patch sets: `[[pointer, value], ...]`, an entry that is removed with null. */
export function changes(patch, below = "") {
  return Object.entries(patch).flatMap(([name, value]) => {
    const pointer = below + pointerTo(name);
    return isObject(value) ? changes(value, pointer) : [[pointer, value]];
  });
}

/** A document with this value at the pointer; `undefined` removes what is there. The document is not changed. */
export function withValue(document, pointer, value) {
  const [name, ...rest] = parts(pointer);
  const copy = { ...document };
  if (rest.length) copy[name] = withValue(copy[name] ?? {}, pointerTo(...rest), value);
  else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}

export const same = (one, other) => canonical(one) === canonical(other);

const canonical = (value) =>
  JSON.stringify(value, (_, inner) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
