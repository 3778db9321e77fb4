// The request of the form as code, ready to copy.

const TOKEN = "$TOKEN"; // the token itself stays out of what is copied and shown to others

export function snippet(language, request) {
  return { curl, typescript, python }[language](request);
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function curl({ method, url, headers, bearer, body }) {
  const parts = [method === "GET" ? "curl -s" : `curl -s -X ${method}`, quoted(url)];
  if (bearer) parts.push(`-H "Authorization: Bearer ${TOKEN}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoted(body)}`);
  return `${parts[0]} ${parts.slice(1).join(" \\\n  ")}`;
}

function typescript({ method, url, headers, bearer, body, json }) {
  const all = Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  if (bearer) all.unshift('"Authorization": `Bearer ${process.env.TOKEN}`');
  const options = [];
  if (method !== "GET") options.push(`method: "${method}"`);
  if (all.length) options.push(`headers: { ${all.join(", ")} }`);
  const value = parsed(body);
  if (value !== undefined) options.push(`body: JSON.stringify(${deeper(body)})`);
  else if (body !== undefined) options.push(`body: ${JSON.stringify(body)}`);
  const second = options.length ? `, {\n  ${options.join(",\n  ")},\n}` : "";
  return [
    `const answer = await fetch(${JSON.stringify(url)}${second});`,
    "if (!answer.ok) throw new Error((await answer.json()).detail); // a problem document",
    `console.log(await answer.${json ? "json" : "text"}());`,
  ].join("\n");
}

function python({ method, url, headers, bearer, body, json }) {
  const options = [`${JSON.stringify(url)}`];
  const value = parsed(body);
  const sent = Object.entries(headers).filter(([name]) => value === undefined || name !== "Content-Type");
  const all = sent.map(([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`);
  if (bearer) all.unshift(`"Authorization": f"Bearer {os.environ['TOKEN']}"`);
  if (all.length) options.push(`headers={${all.join(", ")}}`);
  if (value !== undefined) options.push(`json=${inPython(body)}`);
  else if (body !== undefined) options.push(`data=${JSON.stringify(body)}.encode()`);
  options.push("timeout=10");
  return [
    ...(bearer ? ["import os", ""] : []),
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(\n    ${options.join(",\n    ")},\n)`,
    "if not answer.ok:",
    '    raise SystemExit(answer.json()["detail"])  # a problem document',
    `print(answer.${json ? "json()" : "text"})`,
  ].join("\n");
}

function parsed(body) {
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

function deeper(text, by = "  ") {
  return text.trim().replaceAll("\n", `\n${by}`);
}

// JSON and Python differ in three words; those inside of strings stay as they are.
function inPython(text) {
  const words = { true: "True", false: "False", null: "None" };
  return deeper(text, "    ").replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}
