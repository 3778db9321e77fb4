// How wide each chart is drawn: one unit of the drawing is one pixel, so that text keeps its size on a phone.

const widths = new Map();
const DEFAULT = 640;

export const widthOf = (id) => widths.get(id) ?? DEFAULT;

/** Measures the charts that have just been drawn, and calls `again` if one of them has another width. */
export function measure(root, again) {
  let changed = false;
  for (const plot of root.querySelectorAll("[data-plot]")) {
    const width = Math.max(240, Math.floor(plot.clientWidth));
    if (widths.get(plot.dataset.plot) !== width) {
      widths.set(plot.dataset.plot, width);
      changed = true;
    }
  }
  if (changed) again();
}
