import type { ComparedRun, MetricRow, RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { MapInput } from "@headroom/ui/charts";
import type { RunCard } from "./prepare-runs.ts";
import { targetLines } from "./target-lines.ts";

/** Throughput against p99: an arrow from the reference to each other run. Null where nothing has both. */
export function mapInput(comparison: RunComparison, cards: readonly RunCard[]): MapInput | null {
  const place = (at: number) => placeOf(comparison.whole, at);
  const before = place(comparison.reference);
  const entries = cards.flatMap((card, at) => {
    if (card.isReference) return [];
    const after = place(at);
    const { letter, number, position, verdict } = card;
    const holds = verdict === "met" ? true : verdict === "missed" ? false : null;
    return [{ key: card.id, name: `${letter}, run ${number}`, position, a: before, b: after, holds }];
  });
  if (entries.every(({ a, b }) => a === null && b === null)) return null;
  const runs = cards.map(({ number, position, isReference }) => ({
    name: `run ${number}${isReference ? ", reference" : ""}`,
    position,
  }));
  return { entries, percentile: "p99", runs, target: targetOf(comparison.runs) };
}

function placeOf(rows: readonly MetricRow[], at: number) {
  const figure = (metric: string) => rows.find((row) => row.metric === metric)?.values[at] ?? null;
  const [throughput, latencyMillis] = [figure("throughput"), figure("p99")];
  return throughput === null || latencyMillis === null ? null : { throughput, latencyMillis };
}

/** The corner is tinted where all runs want the same of a figure. */
function targetOf(runs: readonly ComparedRun[]): MapInput["target"] {
  const only = (metric: FigureId) => {
    const lines = targetLines(runs, metric);
    return lines.length === 1 ? (lines[0]?.value ?? null) : null;
  };
  const target = { throughput: only("throughput"), latencyMillis: only("p99") };
  return target.throughput === null && target.latencyMillis === null ? null : target;
}
