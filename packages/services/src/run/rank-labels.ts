import { type AbsentFigure, meanMicros, quantileMicros, type LabelKind } from "@headroom/core";
import type { RunLabelRow, RunTotal } from "@headroom/db";
import { isAll } from "./summary-of.ts";

const KIND_ORDER: Record<LabelKind, number> = { request: 0, transaction: 1, hop: 2 };

/** The labels of a run, busiest first; what only groups or repeats requests comes after them. */
export function rankLabels(
  totals: readonly RunTotal[],
  { durationSeconds, absent }: { durationSeconds: number; absent: readonly AbsentFigure[] },
): RunLabelRow[] {
  return totals
    .filter((total) => !isAll(total))
    .toSorted(
      (a, b) =>
        KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
        b.total.requests - a.total.requests ||
        (a.name < b.name ? -1 : 1),
    )
    .map(({ seriesId, total, finestStepSeconds }, at) => ({
      seriesId,
      rank: at + 1,
      requests: total.requests,
      errors: absent.includes("errors") ? null : total.errors,
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
    }));
}
