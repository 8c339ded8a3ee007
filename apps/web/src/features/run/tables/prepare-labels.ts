import type { WindowSummary } from "@headroom/contract";
import type { Verdict } from "@headroom/core";
import {
  formatClock,
  formatCount,
  formatFigure,
  formatFixed,
  formatKnown,
  formatMicrosAsMillis,
  formatMillis,
  formatLength,
} from "@headroom/ui";
import type { WindowLabel } from "./labels-query.ts";
import { leastOf } from "../figures/prepare-figures.ts";
import type { JudgedTarget } from "../verdict/target-words.ts";

export interface LabelRow {
  key: string;
  label: string;
  kind: WindowLabel["kind"];
  share: string;
  throughput: string;
  /** Items per second; absent if each request is one. */
  items: string;
  itemsShare: string;
  p50: string;
  p90: string;
  p95: string;
  p99: string;
  p999: string;
  max: string;
  errors: string;
  errorsFound: boolean;
  /** Below its name, where there is no room for columns. */
  under: string;
  /** Why the figures are missing or belong to another window. */
  note: string | null;
  /** Of a target on this label; null without one. */
  verdict: Verdict | null;
}

const ABSENT = "-";

type LatencyRange = NonNullable<WindowLabel["ranges"]["p99"]>;

interface LabelsContext {
  /** All requests in the window, for the share of each. */
  requests: number | null;
  /** All items in the window; null: unknown, or each request is one, so that nobody needs to read of them. */
  items: number | null;
  verdicts: ReadonlyMap<string, Verdict>;
  /** The source leaves out some failed requests. */
  errorsAtLeast: true | undefined;
}

export function prepareLabel(
  label: WindowLabel,
  { requests: all, items: allItems, verdicts, errorsAtLeast }: LabelsContext,
): LabelRow {
  const { requests, errors, throughput, kind, ranges } = label;
  const row = {
    key: `${kind} ${label.label}`,
    label: label.label,
    kind,
    share: shareOf(requests, all),
    ...itemsOfLabel(label, allItems),
    throughput: or(throughput, formatFigure),
    p50: latencyOf(label.p50Micros, ranges.p50),
    p90: latencyOf(label.p90Micros, ranges.p90),
    p95: latencyOf(label.p95Micros, ranges.p95),
    p99: latencyOf(label.p99Micros, ranges.p99),
    p999: latencyOf(label.p999Micros, ranges["p99.9"]),
    max: or(label.maxMicros, formatMicrosAsMillis),
    errors: leastOf(errorsAtLeast, errors, formatCount) ?? ABSENT,
    errorsFound: errors !== null && errors > 0,
    note: noteOf(label),
    verdict: verdicts.get(label.label) ?? null,
  };
  return { ...row, under: underOf(row) };
}

/** "34", or "30–40" where the source has only ranges. */
function latencyOf(micros: number | null, range: LatencyRange | undefined): string {
  const value = micros === null ? null : micros / 1_000;
  return formatKnown({ value, range: value === null ? (range ?? null) : null }, formatMillis) ?? ABSENT;
}

function shareOf(part: number | null, all: number | null): string {
  return part === null || all === null || all === 0 ? ABSENT : formatFixed((part / all) * 100, 1);
}

function itemsOfLabel({ items, requests, throughput }: WindowLabel, all: number | null) {
  const perSecond =
    all === null || items === null || throughput === null || !requests
      ? null
      : (throughput * items) / requests;
  return { items: or(perSecond, formatFigure), itemsShare: shareOf(items, all) };
}

/** All items of a window where requests carry several; null: each is one, or nobody knows. */
export function countedItems({ items, requests }: Pick<WindowSummary, "items" | "requests">): number | null {
  return items === requests ? null : items;
}

function underOf({
  note,
  share,
  throughput,
  errors,
  errorsFound,
}: Pick<LabelRow, "note" | "share" | "throughput" | "errors" | "errorsFound">): string {
  const failed = errorsFound ? ` · ${errors} ${errors === "1" ? "error" : "errors"}` : "";
  return note ?? `${share}% · ${throughput} req/s${failed}`;
}

function noteOf({ requests, covered, finestStepSeconds }: WindowLabel): string | null {
  if (covered !== null && finestStepSeconds !== null) {
    const span = `${formatClock(covered.fromSeconds)}–${formatClock(covered.toSeconds)}`;
    return `${span}: stored in steps of ${formatLength(finestStepSeconds)}`;
  }
  return requests === null && finestStepSeconds === null ? "stored only as a whole-run total" : null;
}

const WORSE: Record<Verdict, number> = { missed: 3, unsure: 2, met: 1, "no-baseline": 0 };

/** The worst verdict of the targets that name a label. */
export function verdictsByLabel(targets: readonly JudgedTarget[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const { label, verdict } of targets) {
    if (label === null) continue;
    const before = verdicts.get(label);
    if (before === undefined || WORSE[verdict] > WORSE[before]) verdicts.set(label, verdict);
  }
  return verdicts;
}

function or(value: number | null, show: (value: number) => string): string {
  return value === null ? ABSENT : show(value);
}
