// The state of the whole page, in one object. Code that changes it calls `update`, and the page is drawn again.

export const state = {
  who: null,
  /** Why the reader is (again) asked for a token. */
  entering: { problem: null, busy: false },
  /** The newest revision that the service has, and its values: `{revision, values}`. */
  live: null,
  schema: null,
  notice: null,
};

let draw = null;
let waiting = false;

/** Names what draws the page. */
export function drawWith(drawing) {
  draw = drawing;
}

/** Changes the state, and draws once, however often this is called until then. */
export function update(changes = {}) {
  Object.assign(state, changes);
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw();
  });
}

/** Says what has happened, in the bar and to screen readers. */
export function notify(text, kind = "info") {
  update({ notice: { text, kind } });
}

/**
 * Work that only its newest run may finish: starting again aborts the one before.
 * `into` has `busy` and `problem` while it runs and after it.
 */
export function newest(into) {
  let running = null;
  return async (work) => {
    running?.abort();
    const mine = (running = new AbortController());
    Object.assign(into, { busy: true, problem: null });
    update();
    try {
      const found = await work(mine.signal);
      if (running === mine) Object.assign(into, { busy: false }, found);
    } catch (problem) {
      if (running !== mine) return;
      Object.assign(into, { busy: false, problem });
      if (!("status" in problem)) console.error(problem);
    }
    update();
  };
}
