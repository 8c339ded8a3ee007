import type { LabelSummary } from "@headroom/contract";
import type { Verdict } from "@headroom/core";
import { formatCount, formatFigure, formatFixed, formatMillis } from "@headroom/ui";
import type { JudgedTarget } from "./target-words.ts";

export interface LabelRow {
  label: string;
  share: string;
  throughput: string;
  p50: string;
  p90: string;
  p95: string;
  p99: string;
  p999: string;
  max: string;
  errors: string;
  errorsFound: boolean;
  /** Of a target on this label; null without one. */
  verdict: Verdict | null;
}

const ABSENT = "-";

export function prepareLabels(
  labels: readonly LabelSummary[],
  totalRequests: number | null,
  targets: readonly JudgedTarget[],
): LabelRow[] {
  const verdicts = verdictsByLabel(targets);
  return labels.map(({ label, requests, errors, throughput, latencyMs }) => ({
    label,
    share:
      totalRequests === null || totalRequests === 0
        ? ABSENT
        : formatFixed((requests / totalRequests) * 100, 1),
    throughput: or(throughput, formatFigure),
    p50: or(latencyMs.p50, formatMillis),
    p90: or(latencyMs.p90, formatMillis),
    p95: or(latencyMs.p95, formatMillis),
    p99: or(latencyMs.p99, formatMillis),
    p999: or(latencyMs["p99.9"], formatMillis),
    max: or(latencyMs.max, formatMillis),
    errors: or(errors, formatCount),
    errorsFound: errors !== null && errors > 0,
    verdict: verdicts.get(label) ?? null,
  }));
}

const WORSE: Record<Verdict, number> = { missed: 2, unsure: 1, met: 0 };

/** The worst verdict of the targets that name a label. */
function verdictsByLabel(targets: readonly JudgedTarget[]): Map<string, Verdict> {
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
