import { FIGURES, figureText } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { formatRange, formatRoughPercent, keepUnits } from "@headroom/ui";
import { metricName, withMetricUnit } from "./figure-words.ts";
import { targetLines } from "./target-lines.ts";
import type { KnownPair } from "./statistics-by-run.ts";

export type Change = KnownPair["judgement"]["findings"][number] & { metric: FigureId };

/** What one figure is in sentences: "p99", "throughput". */
export function figureName(metric: FigureId): string {
  const name = metricName(metric);
  return /^p\d/.test(name) ? name : name.toLowerCase();
}

/** "+23% (18 to 28%)", as precise as a headline needs; "from 0.045% to 5.2%" where a ratio says little. */
export function sizeWords({ metric, before, after, ratio, interval }: Change): string {
  if (metric === "error-rate" || ratio === null) {
    if (before === null || after === null) return "";
    const [from, to] = [figureText(metric, before), figureText(metric, after)];
    return `from ${withMetricUnit(metric, from)} to ${withMetricUnit(metric, to)}`;
  }
  const size = roughChange(ratio - 1);
  if (interval === null || interval.high === null) return size;
  const ends = [interval.low, interval.high].map((end) => roughChange(end - 1, "").replace(/%$/, ""));
  return keepUnits(`${size} (${ends.join(" to ")}%)`);
}

/** "+23%" and "−17%". */
export function roughChange(share: number, plus = "+"): string {
  const size = formatRoughPercent(Math.abs(share));
  if (!/[1-9]/.test(size)) return size;
  return `${share < 0 ? "\u2212" : plus}${size}`;
}

/** "+28%", or "+22% to +26%" of several runs. */
export function roughRange(ratios: readonly number[]): string {
  const shares = ratios.map((ratio) => ratio - 1);
  return formatRange(roughChange(Math.min(...shares)), roughChange(Math.max(...shares)));
}

/** Which of several changes a headline names: the one that the run's own target is about, and p99 otherwise. */
export function headlineOf(changes: readonly Change[], own: FigureId): Change | undefined {
  const [heaviest] = changes;
  if (heaviest === undefined || FIGURES[heaviest.metric].unit !== "ms") return heaviest;
  return (
    changes.find(({ metric }) => metric === own) ?? changes.find(({ metric }) => metric === "p99") ?? heaviest
  );
}

const LATENCIES = ["p99", "p95", "p99.9", "p90", "p50", "mean"] as const;
export type LatencyId = (typeof LATENCIES)[number];

/** The latency that a run's own target is about; p99 without one. */
export function ownLatency(run: Parameters<typeof targetLines>[0][number]): LatencyId {
  return LATENCIES.find((metric) => targetLines([run], metric).length > 0) ?? "p99";
}
