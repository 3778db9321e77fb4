// The parts of D3 that the charts use. Each file adds its functions to one global object.
import "../vendor/d3-array.min.js";
import "../vendor/d3-color.min.js";
import "../vendor/d3-format.min.js";
import "../vendor/d3-interpolate.min.js";
import "../vendor/d3-path.min.js";
import "../vendor/d3-shape.min.js";
import "../vendor/d3-time.min.js";
import "../vendor/d3-time-format.min.js";
import "../vendor/d3-scale.min.js";

export const { curveLinear, curveStepAfter, line, scaleBand, scaleLinear } = globalThis.d3;
