// Draws the page: the bar, the screen that the address names, and what has happened.
import { html, nothing, render } from "../vendor/lit-html.js";
import { measure } from "../charts/frame.js";
import * as enter from "../screens/enter.js";
import * as history from "../screens/history.js";
import * as insights from "../screens/insights.js";
import * as review from "../screens/review.js";
import * as revision from "../screens/revision.js";
import * as support from "../screens/support.js";
import * as tune from "../screens/tune.js";
import { count, isBehind, isEmpty } from "./draft.js";
import { plural } from "./format.js";
import { address, route } from "./router.js";
import { keepLooking, leave, resume } from "./session.js";
import { drawWith, state, update } from "./store.js";

/** Each screen has a `title`, a `view(route)`, and a `load(route)` that is called when the reader gets there. */
const SCREENS = { tune, review, history, revision, insights, support };
const IN_THE_BAR = ["tune", "review", "history", "insights", "support"];
const root = document.querySelector("#app");

let shownAt = null;
let entered = false;

function current() {
  const found = route();
  return found.screen in SCREENS ? found : { screen: "tune", rest: [], query: {} };
}

function draw() {
  const here = current();
  const screen = state.who ? SCREENS[here.screen] : enter;
  const title = screen.title(here);
  document.title = `${title} · Desperados Destiny`;
  render(html`${bar(here)} ${noticeLine()} ${behindLine(here)}
    <main id="content" tabindex="-1">${screen.view(here)}</main>`, root);
  measure(root);
}

/** The reader is at another address, or has just entered: load what the screen shows, and read it from its top. */
function arrive() {
  if (!state.who) return update();
  const here = current();
  const where = `${here.screen}/${here.rest.join("/")}`;
  const moved = shownAt !== null && where !== shownAt;
  shownAt = where;
  update({ notice: moved ? null : state.notice });
  SCREENS[here.screen].load(here);
  if (moved && here.screen !== "tune") {
    queueMicrotask(() => {
      scrollTo(0, 0);
      document.querySelector("#content")?.focus({ preventScroll: true });
    });
  }
}

const bar = (here) => html`<header class="bar">
  <a class="skip" href="#content" @click=${skip}>Skip to the content</a>
  <a class="brand" href="#/tune">Desperados <span>Destiny</span></a>
  ${state.who
    ? html`<nav aria-label="Screens">
          ${IN_THE_BAR.map((name) => html`<a
            href=${address(name)}
            aria-current=${(here.screen === "revision" ? "history" : here.screen) === name ? "page" : nothing}
            >${SCREENS[name].label}${name === "review" && !isEmpty() ? html` <span class="count">${count()}</span>` : nothing}</a>`)}
        </nav>
        <div class="who">
          <span class="environment ${state.who.environment === "production" ? "production" : ""}">${state.who.environment}</span>
          <span class="name">${state.who.name} <span class="faded">${state.who.role}</span></span>
          <button type="button" class="quiet" @click=${() => leave()}>Leave</button>
        </div>`
    : nothing}
</header>`;

const noticeLine = () => html`<div class="notice ${state.notice?.kind ?? ""}" role="status" aria-live="polite" ?hidden=${!state.notice}>
  ${state.notice ? html`<span>${state.notice.text}</span>
    <button type="button" class="quiet" aria-label="Dismiss" @click=${() => update({ notice: null })}>×</button>` : nothing}
</div>`;

const behindLine = (here) =>
  state.who && isBehind() && here.screen !== "review"
    ? html`<div class="notice warn" role="status"><span>Someone has published since you began:
        revision ${state.live.revision} is live. Your draft of ${plural(count(), "change")} is safe.</span>
        <a href=${address("review")}>Compare</a></div>`
    : nothing;

function skip(event) {
  event.preventDefault(); // the fragment names the screen
  document.querySelector("#content").focus();
}

drawWith(() => {
  draw();
  if (state.who && !entered) {
    entered = true;
    arrive();
  }
  if (!state.who) entered = false;
});
addEventListener("hashchange", arrive);
addEventListener("resize", () => update());
root.replaceChildren(); // what the page shows until its scripts are here
resume();
draw();
keepLooking();
