import type { ColumnMapping } from "./mapping.ts";

/**
 * Names that state a column's meaning and unit unambiguously. They are compared without case, spaces and
 * punctuation: `latency_ms`, `latencyMs` and `Latency (ms)` are one name.
 */
const TIME_STEMS = {
  timestamp: "start",
  epoch: "start",
  starttime: "start",
  startedat: "start",
  endtime: "end",
  completedat: "end",
} as const;
const DATE_STEMS = ["timestamp", "starttime", "startedat", "endtime", "completedat"];
const LATENCY_STEMS = ["latency", "duration", "elapsed", "responsetime"];
const UNIT_SUFFIXES: Readonly<Record<"s" | "ms" | "us" | "ns", readonly string[]>> = {
  s: ["s", "sec", "secs", "seconds"],
  ms: ["ms", "msec", "millis", "milliseconds"],
  us: ["us", "usec", "micros", "microseconds"],
  ns: ["ns", "nsec", "nanos", "nanoseconds"],
};
const PLAIN_NAMES = {
  label: ["label", "endpoint", "operation", "requestname"],
  success: ["success", "succeeded"],
  status: ["statuscode", "httpstatus", "httpcode", "responsecode"],
  reason: ["errormessage", "failuremessage", "failurereason"],
  items: ["items", "rows", "messages"],
  bytes: ["bytes", "bytesreceived", "receivedbytes", "responsebytes"],
  users: ["users", "activeusers", "concurrentusers", "vus"],
} as const;

type PlainRole = keyof typeof PLAIN_NAMES;
type Time = NonNullable<ColumnMapping["time"]>;
type Unit = keyof typeof UNIT_SUFFIXES;

export type NamesReading = { ok: true; mapping: ColumnMapping } | { ok: false; reason: string };

/** The mapping that a header implies; if it is ambiguous, why it needs a mapping. */
export function readNames(names: readonly string[]): NamesReading {
  const latencies = names.flatMap(latencyOf);
  const times = names.flatMap(timeOf);
  const [latency] = latencies;
  // A request counts when it completed, so this is the one to use of both times.
  const time = times.find(({ means }) => means === "end") ?? times[0];
  if (latency === undefined)
    return no("no latency column with a unit in its name, such as latency_ms: map one");
  if (time === undefined) return no("no time column with a unit in its name, such as timestamp_ms: map one");
  const sameTimes = times.filter(({ means }) => means === time.means);
  const roles = rolesOf(names);
  const twice = [latencies, sameTimes]
    .map((found) => found.map(({ column }) => String(column)))
    .concat(Object.values(roles))
    .find((found) => found.length > 1);
  if (twice !== undefined)
    return no(`several columns that could mean the same (${twice.join(", ")}): map one`);
  if (roles.label.length + roles.success.length + roles.status.length === 0) {
    return no("no label, success or status_code column: map the columns that exist");
  }
  return { ok: true, mapping: { ...plainRolesOf(names), latency, time } };
}

/** The columns that a header names clearly, apart from latency and time. */
export function plainRolesOf(names: readonly string[]): Partial<ColumnMapping> {
  const { success, label, status, ...rest } = rolesOf(names);
  const single = Object.entries({ label, status, ...rest }).flatMap(([role, [name, ...more]]) =>
    name === undefined || more.length > 0 ? [] : [[role, name]],
  );
  const [column] = success;
  return { ...Object.fromEntries(single), ...(column === undefined ? {} : { success: { column } }) };
}

function no(reason: string): NamesReading {
  return { ok: false, reason: `its first line has ${reason}` };
}

function rolesOf(names: readonly string[]): Record<PlainRole, string[]> {
  const of = (role: PlainRole) =>
    names.filter((name) => (PLAIN_NAMES[role] as readonly string[]).includes(bare(name)));
  return {
    label: of("label"),
    success: of("success"),
    status: of("status"),
    reason: of("reason"),
    items: of("items"),
    bytes: of("bytes"),
    users: of("users"),
  };
}

function latencyOf(column: string): ColumnMapping["latency"][] {
  const unit = LATENCY_STEMS.map((stem) => unitBehind(stem, bare(column))).find((found) => found !== null);
  return unit === undefined || unit === null ? [] : [{ column, unit }];
}

function timeOf(column: string): Time[] {
  const name = bare(column);
  for (const [stem, means] of Object.entries(TIME_STEMS)) {
    const unit = unitBehind(stem, name);
    if (unit !== null) return [{ column, unit, means }];
    if (name === stem && DATE_STEMS.includes(stem)) return [{ column, unit: "iso", means }];
  }
  return [];
}

function unitBehind(stem: string, name: string): Unit | null {
  if (!name.startsWith(stem)) return null;
  const suffix = name.slice(stem.length);
  const units = ["s", "ms", "us", "ns"] as const;
  return units.find((unit) => UNIT_SUFFIXES[unit].includes(suffix)) ?? null;
}

function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\u00b5\u03bc]/g, "u")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
