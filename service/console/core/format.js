// Numbers and names as people read them.

const points = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** A chance in percent, on one line: two decimals, and never 0 or 100 for what is not quite. */
export function percent(chance) {
  if (chance === null || chance === undefined) return "–";
  const text = (chance * 100).toFixed(2);
  if (text === "0.00" && chance > 0) return "< 0.01\u00a0%";
  if (text === "100.00" && chance < 1) return "> 99.99\u00a0%";
  return `${text}\u00a0%`;
}

/** As short as an axis needs it. */
export const percentWhole = (chance) => `${Math.round(chance * 1000) / 10}\u00a0%`;

/** A difference of two chances, in points of percent. */
export const percentPoints = (difference) =>
  `${difference > 0 ? "+" : difference < 0 ? "−" : "±"}${Math.abs(difference * 100).toFixed(2)}`;

/** Whether a difference of two chances shows in two decimals. */
export const isSeen = (difference) => Math.abs(difference) >= 0.00005;

export const number = (value) => (typeof value === "number" ? points.format(value) : "–");
export const integer = (value) => whole.format(value);

/** `bank_robbery` as Bank robbery, as long as it has no title. */
export const words = (id) => {
  const text = String(id).replaceAll("_", " ").replace(/^npc:/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const titleOf = (entry, id) => entry?.title ?? words(id);

/** A value of the tuning on one line. */
export function shown(value) {
  if (value === undefined || value === null) return "–";
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(shown).join(value.some((one) => typeof one === "object") ? "; " : ", ") || "–";
  return Object.entries(value).map(([name, inner]) => `${name.replaceAll("_", " ")} ${shown(inner)}`).join(", ");
}

/** The year is left out if it is this one. */
export function dateTime(text) {
  if (!text) return "shipped";
  const time = new Date(text);
  const year = time.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return time.toLocaleString("en-GB", { day: "numeric", month: "short", year, hour: "2-digit", minute: "2-digit" });
}

export const plural = (count, one, many = `${one}s`) => `${integer(count)} ${count === 1 ? one : many}`;
