// Calls of the public API. What the console can do, curl can.

const PATIENCE_MS = 20_000;
const FAILED = "The service failed to answer. Nothing on this page is lost; try again.";

/** What the service refused, or that it could not be reached (status 0). */
export class Problem extends Error {
  constructor(status, { title, detail, errors = [], type = "" }, headers = new Headers()) {
    super(detail || title);
    Object.assign(this, { status, title, detail, errors, type, headers });
  }
}

let token = "";
let refused = null;

/** From now on, requests carry this token; `onRefused`, if given, is called when the service no longer takes it. */
export function authenticate(newToken, onRefused = null) {
  token = newToken;
  refused = onRefused;
}

/** Sends a request; returns `{body, headers, status}` or throws a Problem. An aborted one throws an AbortError. */
export async function call(method, path, { body, query, headers = {}, signal } = {}) {
  const sent = new Headers(headers);
  if (token) sent.set("Authorization", `Bearer ${token}`);
  if (body !== undefined) sent.set("Content-Type", "application/json");
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  let response;
  try {
    response = await fetch(path + queryString(query), {
      method,
      headers: sent,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      cache: "no-store",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const detail = timeout.aborted
      ? "The service did not answer in time. Nothing on this page is lost; try again."
      : "The service cannot be reached. Nothing on this page is lost; try again.";
    throw new Problem(0, { title: "No answer", detail });
  }
  const answer = await bodyOf(response);
  if (response.ok) return { body: answer, headers: response.headers, status: response.status };
  const problem = new Problem(response.status, answer ?? { title: response.statusText || "Error", detail: FAILED }, response.headers);
  if (response.status === 401) refused?.(problem);
  throw problem;
}

export const get = async (path, query, signal) => (await call("GET", path, { query, signal })).body;
export const post = async (path, body, signal) => (await call("POST", path, { body, signal })).body;

function queryString(query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

async function bodyOf(response) {
  if (!/json/.test(response.headers.get("Content-Type") ?? "")) return null;
  try {
    return await response.json();
  } catch {
    return null; // cut off on its way
  }
}
