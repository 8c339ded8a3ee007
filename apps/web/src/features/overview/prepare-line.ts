import {
  FIGURES,
  figureWithUnit,
  inShownUnit,
  parseTarget,
  placedTarget,
  TREND_METRICS,
} from "@headroom/core";
import type { LevelChange, Verdict } from "@headroom/core";
import type { ExperimentLine } from "@headroom/services";
import { formatFigure, formatInstant, insideRatio, joinUnit, sheetAnchor } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";
import { lineSpark } from "../catalog/line-spark.ts";
import type { LineSpark } from "../catalog/line-spark.ts";
import { prepareDelta, sinceWords } from "../delta/prepare-delta.ts";
import type { DeltaModel } from "../delta/prepare-delta.ts";
import { thresholdText } from "../delta/threshold-text.ts";
import { readTrendQuery, trendAddress } from "../trend/search-params.ts";

/** One experiment that got worse. */
export interface WorseRow {
  id: string;
  name: string;
  href: string;
  service: string;
  state: OutcomeState;
  ofSome: boolean;
  delta: DeltaModel;
  /** "18 to 28%": how far the change may be from that; null: not known. */
  interval: string | null;
  since: string;
  /** "Target 120 ms."; null if the metric has no target. */
  target: string | null;
  /** "ca88db7, 15 Nov 2026, 03:00"; null: it isn't known. */
  firstSeen: string | null;
  spark: LineSpark | null;
  compareHref: string | null;
  /** The run that would be accepted; null: a simulated one can't be. */
  acceptRunId: string | null;
}

export function worseRow(line: ExperimentLine): WorseRow[] {
  const delta = prepareDelta(line.changes);
  if (delta === null) return [];
  const { run, since, limit } = line;
  const commit = since?.commit == null ? "" : `${since.commit.slice(0, 7)}, `;
  return [
    {
      id: line.id,
      name: line.name,
      href: `/experiments/${line.id}`,
      service: line.service.name,
      ofSome: run?.someLabels === true,
      state: line.state,
      delta,
      interval: intervalOf(line),
      since: sinceWords(delta),
      target: limit === null ? null : `Target ${thresholdText(limit.threshold, limit.unit)}.`,
      firstSeen: since === null ? null : `${commit}${formatInstant(new Date(since.ranAt), "UTC")} UTC`,
      spark: lineSpark(line),
      compareHref: compareAddress(line, line.changes[0]),
      acceptRunId: run === null || run.simulated ? null : run.id,
    },
  ];
}

/** 95%, from the comparison of the latest run with its level. Left out where it is about another change than the level's. */
function intervalOf({ interval, changes: [change] }: ExperimentLine): string | null {
  if (interval === null || interval.high === null || change === undefined || change.before === 0) return null;
  const ratio = change.after / change.before;
  if (ratio < interval.low || ratio > interval.high) return null;
  if (interval.low < 1 && interval.high > 1) return null;
  const ends = [interval.low, interval.high].map((end) => Math.round(Math.abs(end - 1) * 100));
  return `${Math.min(...ends)} to ${Math.max(...ends)}%`;
}

/** One experiment that got better. */
export interface BetterLine {
  id: string;
  name: string;
  href: string;
  service: string;
  /** "p99 45 ms → 30 ms, −33% since run 9, 6 runs" */
  words: string;
  compareHref: string | null;
}

export function betterLine(line: ExperimentLine): BetterLine[] {
  const change = line.changes.find(({ state }) => state === "better");
  const delta = change === undefined ? null : prepareDelta([change]);
  if (delta === null) return [];
  const size = delta.size === null ? "" : `, ${delta.size}`;
  return [
    {
      id: line.id,
      name: line.name,
      href: `/experiments/${line.id}`,
      service: line.service.name,
      words: `${delta.name} ${delta.before} → ${delta.after}${size} ${sinceWords(delta)}`,
      compareHref: compareAddress(line, change),
    },
  ];
}

/** The levels before and after a change, beside each other: it has the figures that the row says. Null: no trend is of that figure. */
export function compareAddress(
  { id }: Pick<ExperimentLine, "id">,
  change: LevelChange | undefined,
): string | null {
  const metric = TREND_METRICS.find((one) => one === change?.metric);
  if (change === undefined || change.run === null || metric === undefined) return null;
  const query = readTrendQuery({ metric, ...(change.label === null ? {} : { label: change.label }) });
  return `${trendAddress(id, query)}&levels=${change.run.number}#${sheetAnchor("Changes")}`;
}

/** What a row says of the target that its experiment is known by. */
export interface AgainstTarget {
  /** "p99", "p95 at 600 users" */
  name: string;
  value: string;
  wanted: string;
  ratio: number | null;
  verdict: Verdict;
}

export function againstTarget({ target }: ExperimentLine): AgainstTarget | null {
  if (target === null || target.value === null) return null;
  const { metric, value, threshold, unit, comparator, verdict } = target;
  const figure = metric.replaceAll(" ", "-");
  const shown = inShownUnit(value, unit);
  return {
    name: atUsers(metric, target.text),
    // In the words of its target: "11.7 s" of "1 s".
    value:
      shown !== null && isFigure(figure) && unit !== "s"
        ? figureWithUnit(figure, shown)
        : joinUnit(formatFigure(value), unit),
    wanted: thresholdText(threshold, unit),
    ratio: value < 0 || threshold < 0 ? null : insideRatio(comparator, value, threshold),
    verdict,
  };
}

/** A figure under some load is another one than that of the whole run. */
export function atUsers(metric: string, text: string): string {
  const parsed = parseTarget(text);
  return parsed.ok ? placedTarget(metric, { label: null, users: parsed.target.users }) : metric;
}

function isFigure(text: string): text is keyof typeof FIGURES {
  return Object.hasOwn(FIGURES, text);
}
