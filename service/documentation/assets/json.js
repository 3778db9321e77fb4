// JSON as people read it: short things on one line, each kind of token in its own colour, every number as it was sent.
const WIDTH = 62;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\]:,]/g;

export function laidOut(text) {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;

  function value() {
    const token = tokens[at++];
    if (token !== "{" && token !== "[") return token;
    const end = token === "{" ? "}" : "]";
    const items = [];
    while (tokens[at] !== end) {
      if (tokens[at] === ",") at++;
      const name = token === "{" ? tokens[at++] : undefined;
      if (name !== undefined) at++; // the colon
      items.push({ name, value: value() });
    }
    at++;
    return { items, opening: token, end };
  }

  const line = (part) =>
    typeof part === "string"
      ? part
      : part.opening + part.items.map((item) => named(item) + line(item.value)).join(", ") + part.end;
  const named = (item) => (item.name === undefined ? "" : `${item.name}: `);
  const block = (part, indent, name = "") => {
    const short = name + line(part);
    if (typeof part === "string" || !part.items.length || indent.length + short.length <= WIDTH) return short;
    const inner = `${indent}  `;
    if (part.items.every((item) => item.name === undefined && typeof item.value === "string")) {
      return `${name}[\n${filled(part.items, inner)}\n${indent}]`;
    }
    const lines = part.items.map((item) => inner + block(item.value, inner, named(item)));
    return `${name}${part.opening}\n${lines.join(",\n")}\n${indent}${part.end}`;
  };
  return block(value(), "");
}

// Simple values in lines, as many on each line as fit.
function filled(items, indent) {
  const lines = [indent];
  items.forEach((item, at) => {
    const text = item.value + (at < items.length - 1 ? "," : "");
    const last = lines.length - 1;
    if (lines[last] === indent) lines[last] += text;
    else if (lines[last].length + text.length > WIDTH) lines.push(indent + text);
    else lines[last] += ` ${text}`;
  });
  return lines.join("\n");
}

export function coloured(text) {
  const pieces = document.createDocumentFragment();
  let end = 0;
  for (const token of text.matchAll(TOKEN)) {
    const kind = kindOf(token[0], text[token.index + token[0].length]);
    if (!kind) continue;
    const piece = document.createElement("i");
    piece.className = kind;
    piece.textContent = token[0];
    pieces.append(text.slice(end, token.index), piece);
    end = token.index + token[0].length;
  }
  pieces.append(text.slice(end));
  return pieces;
}

function kindOf(token, next) {
  if (token[0] === '"') return next === ":" ? "key" : "str";
  if (/[-\d]/.test(token[0])) return "num";
  return /[a-z]/.test(token[0]) ? "lit" : undefined;
}
