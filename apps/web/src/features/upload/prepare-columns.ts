/** What a column of an unknown file can mean, in the order of the list. */
export const MEANINGS = [
  { value: "", label: "Not used" },
  { value: "latency:ms", label: "Latency, ms" },
  { value: "latency:s", label: "Latency, s" },
  { value: "latency:us", label: "Latency, µs" },
  { value: "latency:ns", label: "Latency, ns" },
  { value: "latency:written", label: "Latency with its unit" },
  { value: "time:iso", label: "Time, as a date" },
  { value: "time:s", label: "Time, s since 1970" },
  { value: "time:ms", label: "Time, ms since 1970" },
  { value: "time:us", label: "Time, µs since 1970" },
  { value: "time:ns", label: "Time, ns since 1970" },
  { value: "label", label: "Label" },
  { value: "success", label: "Success: true, ok" },
  { value: "status", label: "HTTP status" },
  { value: "error", label: "Error, if any" },
  { value: "reason", label: "Reason of a failure" },
  { value: "items", label: "Items" },
  { value: "bytes", label: "Bytes received" },
  { value: "users", label: "Users" },
] as const;

export type Meaning = (typeof MEANINGS)[number]["value"];

type Mapping = Readonly<Record<string, unknown>>;

/** Whatever was typed by hand and isn't an object is no mapping yet. */
function mappingOf(text: string): Mapping {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A mapping names a column alone, in a list, or with its unit. */
function columnsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string");
  return typeof value === "object" && value !== null && "column" in value ? columnsIn(value.column) : [];
}

function unitIn(value: unknown): string {
  return typeof value === "object" && value !== null && "unit" in value ? `:${String(value.unit)}` : "";
}

/** What the mapping says that a column means. */
export function meaningOf(text: string, column: string): Meaning {
  const found = Object.entries(mappingOf(text)).find(([, value]) => columnsIn(value).includes(column));
  if (found === undefined) return "";
  const [role, value] = found;
  return MEANINGS.find((one) => one.value === `${role}${unitIn(value)}`)?.value ?? "";
}

/** The mapping after a column was given a meaning. Several columns can be the label, and only one is anything else. */
export function withMeaning(text: string, column: string, meaning: Meaning): string {
  const mapping = Object.fromEntries(
    Object.entries(mappingOf(text)).flatMap(([role, value]) => withoutColumn(role, value, column)),
  );
  const [role = "", unit] = meaning.split(":");
  if (role !== "") mapping[role] = valueFor(mapping[role], { role, unit, column });
  return Object.keys(mapping).length === 0 ? "" : JSON.stringify(mapping);
}

function withoutColumn(role: string, value: unknown, column: string): [string, unknown][] {
  const columns = columnsIn(value);
  if (!columns.includes(column)) return [[role, value]];
  const rest = columns.filter((one) => one !== column);
  return rest.length === 0 ? [] : [[role, rest.length === 1 ? rest[0] : rest]];
}

function valueFor(before: unknown, to: { role: string; unit: string | undefined; column: string }): unknown {
  const { role, unit, column } = to;
  if (role === "success") return { column };
  if (unit !== undefined) return { column, unit };
  const labels = role === "label" ? columnsIn(before) : [];
  return labels.length === 0 ? column : [...labels, column];
}
