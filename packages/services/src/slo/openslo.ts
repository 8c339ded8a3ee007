import { lineOfText } from "@headroom/contract";
import type { SloAnswer, SloFields } from "@headroom/contract";
import { HeadroomError, SLO_WINDOW_UNITS } from "@headroom/core";
import type { SloWindowUnit } from "@headroom/core";
import { isNode, LineCounter, parseDocument, stringify } from "yaml";
import type { Document } from "yaml";
import { z } from "zod";

/** Of one file. */
export const MAX_OPENSLO_BYTES = 20_000;

/** The only source that Headroom measures: its own live traffic. */
const SOURCE = "Headroom";

const text = z.string().trim().min(1).max(500);

const cant = (what: string) => z.never({ error: `${what} can't be expressed in Headroom` }).optional();

const metric = z.strictObject({
  metricSourceRef: cant("A metric source that is defined elsewhere"),
  metricSource: z.strictObject({
    type: z.literal(SOURCE, { error: ({ input }) => otherSource(input) }),
    spec: z.strictObject({
      // As it is: labels may begin with a space.
      label: z.string().min(1).max(500).optional(),
      latencyMs: z.number().optional(),
      withoutError: z.boolean().optional(),
    }),
  }),
});

function otherSource(type: unknown): string {
  const named = typeof type === "string" ? `not metrics of ${type.slice(0, 100)}` : "nothing else";
  return `Headroom measures its own live traffic, ${named}. Send the service's traffic to Headroom, set the type to ${SOURCE}, and say in spec what a good request is: label, latencyMs, withoutError`;
}

const timeWindow = z.strictObject({
  duration: z
    .string()
    .regex(/^\d{1,3}[dwMQ]$/, "expected days or weeks such as 30d or 4w, or 1w, 1M or 1Q of a calendar"),
  isRolling: z.boolean().default(false),
  calendar: z.strictObject({ startTime: z.string().optional(), timeZone: text.optional() }).optional(),
});

const objective = z.strictObject({
  displayName: z.string().optional(),
  target: z.number().gt(0).lt(1).optional(),
  targetPercent: z.number().gt(0).lt(100).optional(),
  op: cant("A threshold of a metric (op)"),
  value: cant("A threshold of a metric (value)"),
  timeSliceTarget: cant("A target for slices of time"),
  timeSliceWindow: cant("A target for slices of time"),
  indicator: cant("An indicator of its own for an objective"),
  indicatorRef: cant("An indicator of its own for an objective"),
  compositeWeight: cant("A composite SLO"),
});

const openSlo = z.strictObject({
  apiVersion: z.literal("openslo/v1", { error: "expected openslo/v1" }),
  kind: z.literal("SLO", { error: "only objects of the kind SLO can be imported" }),
  metadata: z.strictObject({
    name: lineOfText,
    displayName: text.optional(),
    labels: z.unknown().optional(),
    annotations: z.unknown().optional(),
  }),
  spec: z.strictObject({
    description: z.string().optional(),
    service: text,
    indicatorRef: cant("An indicator that is defined elsewhere"),
    indicator: z.strictObject({
      metadata: z.unknown().optional(),
      spec: z.strictObject({
        description: z.string().optional(),
        thresholdMetric: cant("A threshold metric"),
        ratioMetric: z.strictObject({
          counter: z.boolean().optional(),
          good: metric,
          total: metric,
          bad: cant("A metric of bad events"),
          raw: cant("A raw ratio"),
          rawType: cant("A raw ratio"),
        }),
      }),
    }),
    timeWindow: z.array(timeWindow).length(1, "expected exactly one time window"),
    budgetingMethod: z.literal("Occurrences", {
      error: "Headroom counts requests: only Occurrences can be measured",
    }),
    objectives: z.array(objective).length(1, "expected exactly one objective: create an SLO for each"),
    alertPolicies: z.array(z.unknown()).max(0, "set alerts in Headroom instead").optional(),
  }),
});
type OpenSlo = z.output<typeof openSlo>;

export interface ReadOpenSlo {
  service: string;
  /** Its identity. */
  openSloName: string;
  fields: Omit<SloFields, "window"> & { window: unknown };
  /** What is there and has no place here. */
  ignored: string[];
}

/** Reads one SLO from OpenSLO v1. What can't be expressed is refused with its place; descriptions and labels are ignored, and listed. */
export function readOpenSlo(source: string): ReadOpenSlo {
  const file = checked(readYaml(source));
  const { metadata, spec } = file;
  const { good, total } = spec.indicator.spec.ratioMetric;
  const { label, latencyMs, withoutError } = good.metricSource.spec;
  if (total.metricSource.spec.label !== label)
    throw unreadable(
      "good and total have different labels: both have to count the same requests.",
      "spec.indicator",
    );
  return {
    service: spec.service,
    openSloName: metadata.name,
    fields: {
      name: metadata.displayName ?? metadata.name,
      label: label ?? null,
      objectivePercent: percentOf(spec.objectives[0] ?? {}),
      latencyMs: latencyMs ?? null,
      withoutError: withoutError ?? true,
      window: windowOf(spec.timeWindow[0]),
    },
    ignored: ignoredOf(file),
  };
}

function checked({ value, lineOf }: ReadYaml): OpenSlo {
  const found = openSlo.safeParse(value);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const path = issue?.path.join(".") ?? "";
  const line = lineOf(issue?.path ?? []);
  const at = `${line === null ? "" : `Line ${line}: `}${path === "" ? "The file" : path}`;
  throw unreadable(`${at}: ${issue?.message ?? "can't be read"}.`, path);
}

interface ReadYaml {
  value: unknown;
  /** Of what is at a path, or of what should contain it; null: there is nothing. */
  lineOf: (path: readonly PropertyKey[]) => number | null;
}

function readYaml(source: string): ReadYaml {
  if (Buffer.byteLength(source) > MAX_OPENSLO_BYTES)
    throw unreadable(`The file is larger than ${MAX_OPENSLO_BYTES / 1_000} kB.`, "");
  try {
    const lines = new LineCounter();
    const document = parseDocument(source, {
      schema: "core",
      uniqueKeys: true,
      merge: false,
      lineCounter: lines,
    });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    // Aliases can make a small file huge.
    return { value: document.toJS({ maxAliasCount: 0 }), lineOf: (path) => lineIn(document, lines, path) };
  } catch (error) {
    const [first = ""] = error instanceof Error ? error.message.split("\n") : [];
    const why = error instanceof RangeError ? "It is nested too deeply." : first;
    throw unreadable(`This isn't readable as one YAML document. ${why}`.trim(), "");
  }
}

function lineIn(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | null {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}

function percentOf({
  target,
  targetPercent,
}: Pick<OpenSlo["spec"]["objectives"][number], "target" | "targetPercent">) {
  if (target !== undefined && targetPercent !== undefined)
    throw unreadable("Give target or targetPercent, not both.", "spec.objectives.0");
  const percent = targetPercent ?? (target === undefined ? null : target * 100);
  if (percent === null) throw unreadable("target or targetPercent is missing.", "spec.objectives.0");
  // 0.999 × 100 isn't 99.9 exactly.
  return Number(percent.toPrecision(12));
}

const WINDOW = "spec.timeWindow.0";
/** Of the calendar periods, in durations. */
const LETTERS: Record<SloWindowUnit, string> = { week: "w", month: "M", quarter: "Q" };
const PERIODS = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  SLO_WINDOW_UNITS.map((unit) => `1${LETTERS[unit]}`),
);

type TimeWindow = OpenSlo["spec"]["timeWindow"][number];

function windowOf(window: TimeWindow | undefined): unknown {
  const [, count = "", unit = ""] = /^(\d+)(.)$/.exec(window?.duration ?? "") ?? [];
  if (window?.isRolling !== true) return calendarWindow(window, count, unit);
  if (unit !== "d" && unit !== "w") {
    const message = "A rolling window has days or weeks, such as 30d: months differ in length.";
    throw unreadable(message, WINDOW);
  }
  return { kind: "rolling", days: Number(count) * (unit === "w" ? 7 : 1) };
}

function calendarWindow(window: TimeWindow | undefined, count: string, unit: string): unknown {
  const period = SLO_WINDOW_UNITS.find((one) => LETTERS[one] === unit);
  if (period === undefined || count !== "1") {
    const message = `A calendar window is ${PERIODS}. Set isRolling: true for the last days.`;
    throw unreadable(message, WINDOW);
  }
  const { timeZone, startTime = START } = window?.calendar ?? {};
  if (!beginsPeriod(startTime, period)) {
    const message = "Calendar weeks begin on Monday, months and quarters on their first day, at midnight.";
    throw unreadable(message, WINDOW);
  }
  if (timeZone === undefined) throw unreadable("A calendar window needs calendar.timeZone.", WINDOW);
  return { kind: "calendar", unit: period, timeZone };
}

/** Elsewhere, a month can begin on the 15th. */
function beginsPeriod(startTime: string, unit: SloWindowUnit): boolean {
  const [, date = "", month = "", day = ""] = /^(\d{4}-(\d{2})-(\d{2}))[ T]00:00:00Z?$/.exec(startTime) ?? [];
  switch (unit) {
    case "week":
      return new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
    case "month":
      return day === "01";
    case "quarter":
      return day === "01" && (Number(month) - 1) % 3 === 0;
  }
}

function ignoredOf({ metadata, spec }: OpenSlo): string[] {
  const given: [string, unknown][] = [
    ["metadata.labels", metadata.labels],
    ["metadata.annotations", metadata.annotations],
    ["spec.description", spec.description],
    ["spec.indicator.metadata", spec.indicator.metadata],
    ["spec.indicator.spec.description", spec.indicator.spec.description],
    ["spec.objectives.0.displayName", spec.objectives[0]?.displayName],
  ];
  return given.flatMap(([path, value]) => (value === undefined ? [] : [path]));
}

function unreadable(message: string, path: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, {
    ...(path === "" ? {} : { field: path }),
    fieldMessage: message,
    hint: "The documentation of SLOs has an example.",
  });
}

/** A Monday, and the first of a year: every week, month and quarter can begin there. */
const START = "2024-01-01 00:00:00";

/** An SLO as OpenSLO v1. Its alerts and earlier objectives have no place there. */
export function writeOpenSlo(
  { name, service, label, window, ...slo }: SloAnswer,
  openSloName: string,
): string {
  const requests = label === null ? {} : { label };
  const good = {
    ...requests,
    ...(slo.latencyMs === null ? {} : { latencyMs: slo.latencyMs }),
    withoutError: slo.withoutError,
  };
  const source = (spec: object) => ({ metricSource: { type: SOURCE, spec } });
  return stringify({
    apiVersion: "openslo/v1",
    kind: "SLO",
    metadata: { name: openSloName, displayName: name },
    spec: {
      service: service.slug,
      indicator: {
        metadata: { name: `${openSloName}-good` },
        spec: { ratioMetric: { counter: true, good: source(good), total: source(requests) } },
      },
      timeWindow: [writeWindow(window)],
      budgetingMethod: "Occurrences",
      objectives: [{ targetPercent: slo.objectivePercent }],
    },
  });
}

function writeWindow(window: SloAnswer["window"]) {
  if (window.kind === "rolling") return { duration: `${window.days}d`, isRolling: true };
  const duration = `1${LETTERS[window.unit]}`;
  return { duration, isRolling: false, calendar: { startTime: START, timeZone: window.timeZone } };
}
