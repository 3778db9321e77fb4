// The form that sends a request to the service that serves this page, and shows the same request as code.
import { coloured, laidOut } from "./json.js";
import { snippet } from "./snippets.js";

const MOST_SHOWN = 200_000;
const form = document.querySelector("form.try");
const fields = [...form.querySelectorAll("[data-in]")];
const { token, body, example } = form.elements;
const answered = document.querySelector(".answered");
const tabs = [...document.querySelectorAll("[role=tab]")];

function remembered(name, value) {
  try {
    if (value === undefined) return sessionStorage.getItem(name) ?? "";
    sessionStorage.setItem(name, value);
  } catch {
    // Storage is switched off: the token is typed on each page.
  }
  return value ?? "";
}

function request() {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const { name, value, dataset } of fields) {
    if (dataset.in === "path") path = path.replace(`{${name}}`, value ? encodeURIComponent(value) : `{${name}}`);
    else if (value && dataset.in === "query") query.append(name, value);
    else if (value && dataset.in === "header") headers[name] = value;
  }
  if (body) headers["Content-Type"] = body.dataset.mediaType;
  const search = query.size ? `?${query}` : "";
  return {
    method: form.dataset.method,
    url: location.origin + path + search,
    headers,
    bearer: token?.value ? token.value : form.dataset.token === "admin" ? "…" : "",
    body: body?.value,
    json: form.dataset.answers === "json",
  };
}

function showCode() {
  const chosen = tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  document.querySelector("#call code").textContent = snippet(chosen.id.replace("tab-", ""), request());
  document.querySelector("#call").setAttribute("aria-labelledby", chosen.id);
}

function chooseTab(chosen) {
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
  remembered("language", chosen.id);
  showCode();
}

async function send(event) {
  event.preventDefault();
  const { method, url, headers, body: sent } = request();
  const button = form.querySelector(".send");
  if (token?.value) headers.Authorization = `Bearer ${token.value}`;
  button.disabled = true;
  try {
    const began = performance.now();
    const answer = await fetch(url, { method, headers, body: sent });
    const text = await answer.text();
    show(answer, text, performance.now() - began);
  } catch (error) {
    showStatus("fails", `No response: ${error.message}`);
    answered.querySelector("code").replaceChildren();
  } finally {
    button.disabled = false;
  }
}

function show(answer, text, took) {
  const kind = answer.headers.get("Content-Type") ?? "";
  const size = new Blob([text]).size.toLocaleString("en");
  showStatus(`s${Math.floor(answer.status / 100)}`, `${answer.status} ${answer.statusText} · ${took.toFixed(0)} ms · ${size} bytes`);
  const code = answered.querySelector("code");
  if (text.length > MOST_SHOWN) code.textContent = `${text.slice(0, MOST_SHOWN)}\n… and ${text.length - MOST_SHOWN} characters more`;
  else if (/json/.test(kind)) code.replaceChildren(coloured(laidOut(text)));
  else code.textContent = text;
  answered.querySelector(".headers").textContent = [...answer.headers].map((pair) => pair.join(": ")).join("\n");
}

function showStatus(kind, text) {
  const status = answered.querySelector(".status");
  status.className = `status ${kind}`;
  status.textContent = text;
  answered.hidden = false;
  answered.scrollIntoView({ block: "nearest" });
}

if (token) token.value = remembered("token");
token?.addEventListener("input", () => remembered("token", token.value));
example?.addEventListener("change", () => {
  body.value = example.value;
});
form.addEventListener("input", showCode);
form.addEventListener("change", showCode);
form.addEventListener("submit", send);
form.querySelector(".send").disabled = false;
for (const tab of tabs) {
  tab.addEventListener("click", () => chooseTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.focus();
    chooseTab(next);
  });
}
document.querySelector("[role=tablist]").hidden = false;
chooseTab(tabs.find((tab) => tab.id === remembered("language")) ?? tabs[0]);
