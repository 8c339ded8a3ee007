import { unitWords, worstVerdict } from "@headroom/core";
import type { Verdict } from "@headroom/core";
import type { LiveRunView, TargetSoFar } from "@headroom/services";
import {
  formatAge,
  formatCount,
  formatFigure,
  formatKnown,
  formatMillis,
  formatPercentFigure,
  formatShort,
  joinUnit,
} from "@headroom/ui";
import { judgedRange } from "../verdict/judged-range.ts";
import { leastOf } from "../figures/prepare-figures.ts";
import { figureIn, targetTitle } from "../verdict/target-words.ts";

export interface LiveFigure {
  key: string;
  label: string;
  state: string | null;
  value: string | null;
  unit: string;
  caption: string;
}

export interface LiveModel {
  lead: string;
  rest: string;
  /** "missed so far"; null: no target can be judged yet. */
  soFar: string | null;
  /** For how long nothing has arrived; null: something has, just now. */
  silentFor: string | null;
  meta: { name: string; value: string }[];
  figures: LiveFigure[];
  targets: LiveFigure[];
  /** Targets that can be judged only when the run is finished. */
  later: string[];
}

const SILENT_MILLIS = 30_000;

const SO_FAR: Record<Verdict, string> = {
  met: "met so far",
  missed: "missed so far",
  unsure: "unsure so far",
  "no-baseline": "no baseline yet",
};

/** The words of a live run's page. Nothing in them sounds like a verdict. */
export function prepareLive(run: LiveRunView, now: Date): LiveModel {
  const judged = run.targets.flatMap(({ judged: one }) => (one === null ? [] : [one]));
  const worst = worstVerdict(judged);
  const silentMillis = now.getTime() - run.heardAt.getTime();
  return {
    lead: run.span === null ? "Waiting for the first requests." : "Running.",
    rest: restOf(run),
    soFar: worst === null ? null : SO_FAR[worst],
    silentFor:
      run.span === null || silentMillis < SILENT_MILLIS
        ? null
        : formatAge(run.heardAt, now).replace(/ ago$/, ""),
    meta: metaOf(run),
    figures: figuresOf(run),
    targets: run.targets.flatMap((target) => targetFigure(target, run)),
    later:
      run.span === null ? [] : run.targets.flatMap(({ text, judged: one }) => (one === null ? [text] : [])),
  };
}

function restOf({ span, summary }: LiveRunView): string {
  if (span === null) return "If none arrive, the run is removed.";
  const { requests, throughput } = summary;
  const p99 = percentileText(summary, "p99");
  return [
    `${formatShort(requests ?? 0)} ${requests === 1 ? "request" : "requests"} so far`,
    throughput === null ? null : `${formatFigure(throughput)} req/s`,
    p99 === null ? null : `p99 ${p99} ms`,
  ]
    .filter((part) => part !== null)
    .join(", ")
    .concat(".");
}

function metaOf({ environment, commit, branch, writers }: LiveRunView): LiveModel["meta"] {
  const known = { environment, commit: commit?.slice(0, 7) ?? null, branch };
  const items = Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  const open = writers.filter(({ state }) => state === "open").length;
  if (writers.length === 0) return items;
  const of = open === writers.length ? String(open) : `${open} of ${writers.length}`;
  return [{ name: writers.length === 1 ? "writer" : "writers", value: of }, ...items];
}

function figuresOf({ summary }: LiveRunView): LiveFigure[] {
  const { requests, throughput, errorRate, errors, errorsAtLeast } = summary;
  const millis = (name: "p50" | "p95" | "p99") => figure(name, percentileText(summary, name), "ms");
  return [
    figure("Requests", requests === null ? null : formatCount(requests), ""),
    figure("Throughput", throughput === null ? null : formatFigure(throughput), "req/s"),
    {
      ...figure("Errors", leastOf(errorsAtLeast, errorRate, formatPercentFigure), "%"),
      caption: errors === null || errors === 0 ? "" : `${formatCount(errors)} failed`,
    },
    millis("p50"),
    millis("p95"),
    millis("p99"),
  ];
}

export function percentileText(
  { latencyMs, latencyIntervalsMs }: Pick<LiveRunView["summary"], "latencyMs" | "latencyIntervalsMs">,
  name: "p50" | "p95" | "p99",
): string | null {
  return formatKnown({ value: latencyMs[name], range: latencyIntervalsMs[name] ?? null }, formatMillis);
}

function figure(label: string, value: string | null, unit: string): LiveFigure {
  return {
    key: label,
    label,
    state: null,
    value: value ?? "–",
    unit: value === null ? "" : unit,
    caption: "",
  };
}

function targetFigure({ text, judged }: TargetSoFar, { summary }: LiveRunView): LiveFigure[] {
  if (judged === null) return [];
  const range = judgedRange(judged, { summary, steady: null });
  const value = formatKnown({ value: judged.value, range }, (one) => figureIn(judged, one));
  return [
    {
      key: text,
      label: targetTitle(judged),
      state: SO_FAR[judged.verdict],
      value,
      unit: unitWords(judged),
      caption: judged.value === null ? judged.reason : "",
    },
  ];
}

/** "users 40", "cpu 71 %". */
export function gaugeValue({ value, unit }: LiveRunView["gauges"][number]): string {
  return joinUnit(value.toLocaleString("en-US", { maximumFractionDigits: 2 }), unit ?? "");
}
