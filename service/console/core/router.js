// Which screen the address names: `#/history/12?author=ann` is the screen "history", ["12"], {author: "ann"}.

export function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [screen, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  return { screen: screen ?? "", rest, query: Object.fromEntries(new URLSearchParams(query)) };
}

export function address(screen, rest = [], query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const path = [screen, ...rest].map(encodeURIComponent).join("/");
  return `#/${path}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

export function go(...where) {
  location.hash = address(...where);
}

/** Changes the address without a step in the browser's history, such as while somebody types in a filter. */
export function replace(...where) {
  history.replaceState(null, "", address(...where));
}
