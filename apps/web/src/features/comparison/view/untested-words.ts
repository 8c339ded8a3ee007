import type { MetricRow } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import { knownTexts, metricName } from "./figure-words.ts";
import type { KnownPair } from "./statistics-by-run.ts";

interface UntestedPair {
  rows: readonly MetricRow[];
  /** Their places among the values of a row. */
  sides: readonly { at: number; name: string }[];
  /** Null: the statistics couldn't be computed. */
  pair: KnownPair | null;
}

const LOOKED_FOR: readonly FigureId[] = ["throughput", "p99"];
/** Said of each figure that a run lacks; here, the figures are named. */
const LACKING = "Not every run has this figure.";

/** What is missing for a test: "Throughput of run 46 is unknown. There is no time series, so the noise is unknown." */
export function untestedWords({ rows, sides, pair }: UntestedPair): string {
  const lacking = sides.flatMap(({ at, name }) => {
    const names = rows
      .filter((row) => LOOKED_FOR.includes(row.metric) && knownTexts(row)[at] == null)
      .map(({ metric }) => metricName(metric));
    if (names.length === 0) return [];
    return [`${names.join(" and ")} of ${name} ${names.length === 1 ? "is" : "are"} unknown.`];
  });
  const reasons = (pair?.whole ?? []).flatMap(({ verdict, reason }) =>
    verdict === "not-tested" && reason !== LACKING ? [reason] : [],
  );
  const [first] = [...Map.groupBy(reasons, (reason) => reason)].toSorted(
    ([, some], [, others]) => others.length - some.length,
  );
  const words = first === undefined ? lacking : [...lacking, first[0]];
  return words.length === 0 ? "Their noise couldn't be computed." : words.join(" ");
}
