import { decodeTagged, encodeTagged } from "./tagged-json.ts";
import type { MetricSeries } from "./metric-sink.ts";
import { AREA_TAGS } from "./replica-labels.ts";

/**
 * Rules for what an application's own server measures, best first. One application has several of these names only while it
 * moves from one to another, or sends both of them.
 */
const OWN_SERVER_RULES = [
  "otel-http-server",
  "otel-http-server-old",
  "micrometer-http-server",
  "http-request-duration",
];

/** Where a process of an application was read. Series of two names belong together only if both keys are the same kind. */
export interface TwinKeys {
  /** Of its job. */
  job: string;
  /** Of the process itself, or the pod or host that it shares with its sidecars. */
  place: string;
}

/** Which name counts in one place. */
export interface TwinPlace {
  rule: string;
  /** Until then, another one counted. */
  sinceMicros: number;
  lastMicros: number;
  /** Between its readings; null: not known yet. */
  intervalMicros: number | null;
}

/** The names that were heard of a job, each with when that was. */
export interface TwinJob {
  heardMicros: Record<string, number>;
}

/**
 * `waiting`: another name counts, but may have ended: what this one says is remembered, so that it can go on from there. `unused`:
 * another one counts.
 */
export type TwinRole = "counted" | "waiting" | "unused";

const JOB_TAGS = ["job", "service.name", "service_name"];
/** What tells processes apart, most reliable first. Ports don't, because a sidecar has a port of its own. */
const PLACE_TAGS = [
  ["pod", "k8s.pod.name", "k8s_pod_name"],
  ["service.instance.id", "service_instance_id"],
  ["instance"],
  ["host.name", "host_name", "host"],
];
const PORT = /:\d+$/;

/** Null: it has no such name, or doesn't say whose it is. */
export function twinKeysOf(
  rule: string,
  tags: MetricSeries["tags"],
  keyOf: (identity: string) => string,
): TwinKeys | null {
  if (!OWN_SERVER_RULES.includes(rule)) return null;
  const valueOf = (names: readonly string[]) =>
    names.map((name) => tags.find(([tag]) => tag === name)?.[1] ?? "").find((value) => value !== "") ?? null;
  const job = valueOf(JOB_TAGS);
  const kind = PLACE_TAGS.findIndex((names) => valueOf(names) !== null);
  const value = valueOf(PLACE_TAGS[kind] ?? []);
  if (job === null || value === null) return null;
  const area = tags.filter(([tag]) => AREA_TAGS.includes(tag));
  return {
    job: keyOf(JSON.stringify(["twins", kind, job, area])),
    place: keyOf(JSON.stringify(["twins of", kind, job, area, value.replace(PORT, "")])),
  };
}

/** Whether requests under this name can be added to those under another. */
export function hasTwins(rule: string | null): boolean {
  return rule !== null && OWN_SERVER_RULES.includes(rule);
}

/** Another name takes over after the larger of 30 s and 2.5 of the intervals between its readings. */
const MIN_SILENCE_MICROS = 30e6;
const MAX_SILENCE_MICROS = 240e6;
const SILENT_INTERVALS = 2.5;
/** Where the interval isn't known yet: a scrape of a minute isn't over. */
const ASSUMED_INTERVAL_MICROS = 60e6;
/** A reading that should have been there by now. Where the interval isn't known yet, it may be one of 15 s. */
const LATE_INTERVALS = 1.2;
const ASSUMED_LATE_MICROS = 18e6;

/** A process that sends two names counts by one of them: the better one while it sends it. */
export function hearTwin(
  known: TwinPlace | null,
  { rule, atMicros }: { rule: string; atMicros: number },
): { place: TwinPlace; role: TwinRole } {
  if (known === null)
    return {
      place: { rule, sinceMicros: 0, lastMicros: atMicros, intervalMicros: null },
      role: "counted",
    };
  if (rule === known.rule) return { place: goingOn(known, atMicros), role: "counted" };
  const silent = atMicros - known.lastMicros;
  const interval = known.intervalMicros;
  const silence = SILENT_INTERVALS * (interval ?? ASSUMED_INTERVAL_MICROS);
  const most = Math.min(MAX_SILENCE_MICROS, Math.max(MIN_SILENCE_MICROS, silence));
  if (silent > most || OWN_SERVER_RULES.indexOf(rule) < OWN_SERVER_RULES.indexOf(known.rule))
    return {
      place: { rule, sinceMicros: known.lastMicros, lastMicros: atMicros, intervalMicros: null },
      role: "counted",
    };
  const late = interval === null ? ASSUMED_LATE_MICROS : LATE_INTERVALS * interval;
  return { place: known, role: silent > late ? "waiting" : "unused" };
}

function goingOn(known: TwinPlace, atMicros: number): TwinPlace {
  if (atMicros <= known.lastMicros) return known;
  return { ...known, lastMicros: atMicros, intervalMicros: atMicros - known.lastMicros };
}

export const encodeTwins = (state: TwinPlace | TwinJob): Uint8Array => encodeTagged("twins", state);
/** `encodeTwins` wrote it. */
export const decodeTwins = (bytes: Uint8Array): TwinPlace | TwinJob =>
  decodeTagged("twins", bytes) as TwinPlace | TwinJob;
