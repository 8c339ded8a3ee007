import type { RampAnswer } from "@headroom/contract";
import { gaugeTurn, gaugeTurnText, heldLoadText } from "@headroom/core";
import type { HeldLoad, RampCapacity, RampLoad } from "@headroom/core";
import { readGauges, readGaugeTimeline } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { OFFERED_RATE, USERS } from "./read-load-gauge.ts";
import { runSpanOf } from "../record/run-span.ts";

/** A ramp as answers have it, without what targets it held. */
export function rampShape(
  { origin }: Pick<RunModel, "origin">,
  ramp: RampCapacity,
): Pick<RampAnswer, "levels" | "latency" | "knee" | "latencyRises" | "breaking" | "most"> {
  const start = origin?.getTime() ?? 0;
  const instant = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
  const millis = (micros: number | null) => (micros === null ? null : Math.round(micros) / 1_000);
  const { knee, latencyRises } = ramp;
  return {
    levels: ramp.curve.map(({ load, throughput, errorRate, ...level }) => ({
      load,
      from: instant(level.fromSeconds),
      to: instant(level.toSeconds),
      throughput,
      errorRate,
      p50Ms: millis(level.p50Micros),
      p95Ms: millis(level.p95Micros),
      meanMs: millis(level.meanMicros),
    })),
    latency: ramp.latency,
    knee: knee && { value: knee.load, low: knee.low, high: knee.high, of: knee.of },
    latencyRises: latencyRises && {
      value: latencyRises.load,
      low: latencyRises.low,
      high: latencyRises.high,
    },
    breaking: ramp.breaking,
    most: ramp.most,
  };
}

export function heldAnswers(held: Iterable<readonly [string, HeldLoad]>): RampAnswer["targets"] {
  return [...held].map(([target, load]) => {
    const { heldTo, missedAt, metAgainAt, missedThroughout, fallsAt = null } = load;
    const sentence = heldLoadText(load);
    return { target, heldTo, missedAt, metAgainAt, missedThroughout, fallsAt, sentence };
  });
}

/** So many gauges are looked at: a run can have hundreds. */
const MOST_GAUGES = 50;

/** What the gauges of a run did at its knee and its breaking point. */
export async function readGaugeTurns(
  tx: WorkspaceTx,
  run: RunModel,
  { capacity, of }: { capacity: RampCapacity; of: RampLoad },
): Promise<RampAnswer["gauges"]> {
  const span = runSpanOf(run);
  if (span === null || (capacity.knee === null && capacity.breaking === null)) return [];
  const gauges = (await readGauges(tx, run.id)).filter(({ name }) => !LOADS.has(name.toLowerCase()));
  const turns: RampAnswer["gauges"] = [];
  for (const gauge of gauges.slice(0, MOST_GAUGES)) {
    const { points } = await readGaugeTimeline(tx, { runId: run.id, gauge, ...span });
    const turn = gaugeTurn(
      capacity,
      points.map(({ offsetSeconds, cell }) => ({ offsetSeconds, value: cell.sum / cell.count })),
    );
    const { name, unit } = gauge;
    if (turn !== null) turns.push({ name, unit, ...turn, sentence: gaugeTurnText({ name, unit, of }, turn) });
  }
  return turns;
}

const LOADS: ReadonlySet<string> = new Set([USERS, OFFERED_RATE]);
