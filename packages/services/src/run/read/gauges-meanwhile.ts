import type { GaugesMeanwhile } from "@headroom/contract";
import { findMeanwhile, sayMeanwhile, statedLimits } from "@headroom/core";
import type { Meanwhile, Target } from "@headroom/core";
import { formatClock } from "@headroom/core/format";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { targetsOf } from "../judge/judge-targets.ts";
import { configurationOf } from "../record/metadata.ts";
import type { SecondsSpan } from "../record/run-span.ts";
import { isUsers, joinIn } from "./gauge-beside-load.ts";
import type { ReadGauge, RequestsOverTime } from "./gauge-beside-load.ts";

/** What the load generator did, and no part of the service. */
const GENERATED: ReadonlySet<string> = new Set(["offered rate", "sent per request"]);
const LATENCY = "mean latency";

interface MeanwhileRead {
  gauges: readonly (ReadGauge & { unit: string | null })[];
  requests: RequestsOverTime | null;
  span: SecondsSpan;
}

/** What all gauges of a run did while a queue, a lag or the latency rose. */
export async function readMeanwhile(
  tx: WorkspaceTx,
  run: RunModel,
  { gauges, requests, span }: MeanwhileRead,
): Promise<GaugesMeanwhile[]> {
  const join = joinIn({ gauges, requests, span });
  const joined = gauges.map(({ name, unit, points }) => {
    const { load, own, joined: beside } = join({ name, points });
    const isLoad = isUsers({ name }) || GENERATED.has(name.toLowerCase());
    const highest = Math.max(...points.map(({ cell }) => cell.max));
    return { name, unit, load, moments: own, joined: beside, highest, isLoad };
  });
  const latency = {
    name: LATENCY,
    unit: "ms",
    moments: requests?.meanMillis ?? [],
    joined: [],
    isLoad: false,
  };
  const limits = statedLimits({
    gauges: joined.map(({ name, unit, moments }) => ({
      name,
      unit,
      lowest: moments.reduce<number | null>((least, { value }) => Math.min(least ?? value, value), null),
    })),
    targets: (await targetsOf(tx, run.targetSetId)).flatMap(upperLimit),
    configuration: configurationOf(run),
  });
  const isNamed = joined.some(({ name }) => name.toLowerCase() === LATENCY);
  const found = findMeanwhile({ gauges: isNamed ? joined : [...joined, latency], limits });
  const load = joined.find(({ isLoad }) => !isLoad)?.load ?? null;
  return found.map((one) => answerOf(run, one, load));
}

/** `max cpu <= 80%` and `mean cpu <= 80%` say how much is allowed, at any load. */
function upperLimit({ metric, comparator, threshold, users }: Target) {
  if (metric.kind !== "gauge" || metric.statistic === "min" || users !== null) return [];
  if (threshold.kind !== "absolute" || !comparator.startsWith("<")) return [];
  return [{ gauge: metric.gauge, value: threshold.value, unit: threshold.unit }];
}

function answerOf(
  run: RunModel,
  found: Meanwhile,
  load: Parameters<typeof sayMeanwhile>[1],
): GaugesMeanwhile {
  const origin = run.origin?.getTime() ?? 0;
  const startSeconds = ((run.startedAt?.getTime() ?? origin) - origin) / 1_000;
  const instant = (seconds: number) => new Date(origin + seconds * 1_000).toISOString();
  const { name, unit, from, to, fromSeconds, toSeconds, others } = found;
  return {
    name,
    unit,
    from: instant(fromSeconds),
    to: instant(toSeconds),
    valueFrom: from,
    valueTo: to,
    others: others.map(({ stopped, levelFromSeconds, ...other }) => ({
      ...other,
      levelFrom: levelFromSeconds === null ? null : instant(levelFromSeconds),
      stopped:
        stopped === null
          ? null
          : { at: instant(stopped.atSeconds), loadAt: stopped.loadAt, loadAfter: stopped.loadAfter },
    })),
    words: sayMeanwhile(found, load, (seconds) => formatClock(seconds - startSeconds)),
  };
}
