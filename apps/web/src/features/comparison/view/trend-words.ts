import type { LevelChange } from "@headroom/contract";
import { FIGURES, printedFigures, ratioOf } from "@headroom/core";
import type { ComparisonVerdict, FigureId } from "@headroom/core";
import { formatChange } from "@headroom/ui";
import { metricName, withMetricUnit } from "./figure-words.ts";
import type { KnownPair } from "./statistics-by-run.ts";

/** The metrics that people look at first. */
const FIRST: readonly FigureId[] = ["p99", "throughput", "error-rate", "p50", "p95", "p90", "p99.9", "items"];
const MOST_NAMED = 2;

/** The changes that the trend shows between the runs and that the verdicts on these two runs don't. */
export function hiddenChanges({ whole, trend }: KnownPair): LevelChange[] {
  return trend
    .filter((change) => {
      const found = whole.find(({ metric }) => metric === change.metric)?.verdict;
      return !SHOWN_BY[directionOf(change)].includes(found ?? "no-detectable-change");
    })
    .toSorted((a, b) => FIRST.indexOf(a.metric) - FIRST.indexOf(b.metric));
}

const SHOWN_BY: Record<"better" | "worse", readonly ComparisonVerdict[]> = {
  better: ["improved", "differs"],
  worse: ["regressed", "differs"],
};

function directionOf({ metric, before, after }: LevelChange): "better" | "worse" {
  return after > before === (FIGURES[metric].better === "higher") ? "better" : "worse";
}

/** "The trend shows that p99 rose from 85 to 102 ms (+20.0%) between them." Empty if there is none to tell. */
export function trendWords(changes: readonly LevelChange[]): string {
  const named = changes.slice(0, MOST_NAMED).map(levelWords);
  return named.length === 0 ? "" : `The trend shows that ${named.join(" and ")} between them.`;
}

function levelWords({ metric, before, after, runs, drifts }: LevelChange): string {
  const ratio = ratioOf(before, after);
  const share = ratio === null ? "" : ` (${formatChange(ratio - 1)})`;
  const [from, to] = printedFigures(metric, [before, after], 0);
  const rises = after > before;
  const drifted = drifts.length > 0 && runs.length === 0;
  const moved = drifted ? (rises ? "drifted up" : "drifted down") : rises ? "rose" : "fell";
  return `${metricName(metric).toLowerCase()} ${moved} from ${from} to ${withMetricUnit(metric, to ?? "")}${share}`;
}
