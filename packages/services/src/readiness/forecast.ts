import type { DayForecastAnswer, EarlierCurve } from "@headroom/contract";
import { forecastDay } from "@headroom/core";
import type { ExpectedPeak, Range } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import type { PeakExperiment } from "../capacity/service-capacity.ts";
import { readTestedLoads } from "../capacity/tested-loads.ts";
import type { Context } from "../context.ts";
import { readEarlierLinks } from "../peak-day/answer-peak-day.ts";
import { readEarlierDays, readTargets } from "../peak-day/background.ts";
import { readingOf } from "../peak-day/day-points.ts";
import { readObjectives } from "../slo/answer-slo.ts";
import { readBeside, spanOf, statusOf } from "../slo/measure-slo.ts";
import { readTallies } from "../slo/read-tallies.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

/** More would make the report slow. */
const MAX_SLOS = 5;

interface ForecastOf {
  ctx: Context;
  day: ServiceDayModel;
  experiments: readonly PeakExperiment[];
  expected: ExpectedPeak | null;
  keepDays: TrafficRetention;
}

/** What tests say about the requests of a coming day. Null: no earlier day shows how its throughput will run. */
export async function readForecast(tx: WorkspaceTx, of: ForecastOf): Promise<DayForecastAnswer | null> {
  const { ctx, day, experiments, expected, keepDays } = of;
  const { reading } = await readingOf(tx, day.serviceId, { now: ctx.clock(), keepDays });
  const links = await readEarlierLinks(tx, day);
  const earlier = (await readEarlierDays(tx, { day, links, reading })).find(
    ({ points }) => points.length > 0,
  );
  if (earlier === undefined) return null;
  const growth = growthOf(earlier, expected);
  const tests = await readTestedLoads(tx, experiments, { ...day, now: ctx.clock() });
  const targets = await readTargets(tx, day.serviceId);
  const points = earlier.points.map(([second, throughput]) => {
    return { second, low: throughput * growth.low, high: throughput * growth.high };
  });
  const found = forecastDay({ points, pointSeconds: earlier.stepSeconds, tests, targets });
  return {
    earlier: { id: earlier.id, name: earlier.name, simulated: earlier.simulated !== null },
    growth,
    seconds: points.length * earlier.stepSeconds,
    ...found,
    p99TargetMs: targets.p99Ms,
    untested: experiments.flatMap(({ experiment: { id, name } }, place) =>
      tests[place]?.length === 0 ? [{ id, name }] : [],
    ),
    slos: found.failed === null ? [] : await readSlos(tx, of, found.failed),
  };
}

/** What somebody typed in says how high the peak is; the earlier day says when. */
function growthOf({ points, growthLow, growthHigh }: EarlierCurve, expected: ExpectedPeak | null): Range {
  const peak = points.reduce((most, [, throughput]) => Math.max(most, throughput), 0);
  if (expected?.kind !== "typed" || peak === 0) return { low: growthLow, high: growthHigh };
  const growth = expected.throughput / peak;
  return { low: growth, high: growth };
}

/** What failed requests would use of the budgets of SLOs about errors of all requests. */
async function readSlos(
  tx: WorkspaceTx,
  { ctx, day, keepDays }: ForecastOf,
  failed: Range,
): Promise<DayForecastAnswer["slos"]> {
  const slos = await tx.prisma.slo.findMany({
    where: { serviceId: day.serviceId, label: null },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const aboutErrors = (await readObjectives(tx, slos)).filter(({ objectives }) => {
    const current = objectives.at(-1);
    return current?.withoutError === true && current.latencyMicros === null;
  });
  const found: DayForecastAnswer["slos"] = [];
  for (const stored of aboutErrors.slice(0, MAX_SLOS)) {
    const span = spanOf(stored.slo, ctx.clock());
    const range = { from: span.readFrom, to: span.until };
    const cells = await readTallies(tx, ctx, stored, { range, keepDays });
    const { budget } = statusOf(cells, span, await readBeside(tx, day.serviceId, span));
    if (budget.leftPercent === null) continue;
    const percent = (requests: number) => (100 * requests) / budget.requests;
    found.push({
      id: stored.slo.id,
      name: stored.slo.name,
      leftPercent: budget.leftPercent,
      usesPercent: { low: percent(failed.low), high: percent(failed.high) },
    });
  }
  return found;
}
