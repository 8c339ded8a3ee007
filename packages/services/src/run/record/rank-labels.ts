import { absentOfLabel, meanMicros, quantileMicros } from "@headroom/core";
import type { AbsentFigure, LabelKind } from "@headroom/core";
import type { RunLabelRow, RunTotal } from "@headroom/db";

const KIND_ORDER: Record<LabelKind, number> = { request: 0, transaction: 1, hop: 2, status: 3 };

/** A label's row before it is known how busy the others are. */
export interface LabelLine extends Omit<RunLabelRow, "rank"> {
  name: string;
  kind: LabelKind;
}

export function labelLine(
  { seriesId, name, kind, total, finestStepSeconds }: RunTotal,
  { durationSeconds, absent }: { durationSeconds: number; absent: readonly AbsentFigure[] },
): LabelLine {
  return {
    name,
    kind,
    seriesId,
    requests: total.requests,
    errors: absentOfLabel(absent).includes("errors") ? null : total.errors,
    items: total.items,
    bytes: total.bytes,
    throughput: durationSeconds > 0 ? total.requests / durationSeconds : null,
    minMicros: total.minMicros,
    meanMicros: meanMicros(total),
    p50Micros: quantileMicros(total, 50),
    p90Micros: quantileMicros(total, 90),
    p95Micros: quantileMicros(total, 95),
    p99Micros: quantileMicros(total, 99),
    p999Micros: quantileMicros(total, 99.9),
    maxMicros: total.maxMicros,
    finestStepSeconds,
  };
}

/** The labels of a run, busiest first; labels that only group or repeat requests come last. */
export function rankLabels(lines: readonly LabelLine[]): RunLabelRow[] {
  return lines
    .toSorted(
      (a, b) =>
        KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || b.requests - a.requests || (a.name < b.name ? -1 : 1),
    )
    .map(({ name: _name, kind: _kind, ...line }, at) => ({ ...line, rank: at + 1 }));
}
