import { gaugeParameters } from "@headroom/contract";
import type { RunGauges } from "@headroom/contract";
import { MAX_POINTS, sayGauge } from "@headroom/core";
import { formatClock } from "@headroom/core/format";
import type { GaugePoint } from "@headroom/core";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireRun } from "../record/require-run.ts";
import { readRunGauges } from "./read-run-gauges.ts";

/** As comparisons read them. */
const POINTS = MAX_POINTS / 2;

/** What the gauges of a run showed while it ran. */
export async function listRunGauges({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown };
}): Promise<RunGauges> {
  requireScope(ctx, "read");
  const { points: maxPoints } = parseInput(gaugeParameters, input.parameters);
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    const origin = run.origin?.getTime() ?? 0;
    const pointOf = ({ offsetSeconds, cell: { sum, count, min, max } }: GaugePoint) => ({
      at: new Date(origin + offsetSeconds * 1_000).toISOString(),
      mean: sum / count,
      min,
      max,
    });
    const started = run.startedAt?.getTime() ?? origin;
    const clock = (instant: string) => formatClock((Date.parse(instant) - started) / 1_000);
    // What is said doesn't depend on how many points are drawn.
    const { gauges: said, meanwhile } = await readRunGauges(tx, run, { maxPoints: POINTS, wanted: null });
    const gauges =
      maxPoints === POINTS ? said : (await readRunGauges(tx, run, { maxPoints, wanted: null })).gauges;
    return {
      gauges: gauges.map((gauge, at) => ({
        name: gauge.name,
        unit: gauge.unit,
        pointSeconds: gauge.pointSeconds,
        points: gauge.points.map(pointOf),
        around:
          gauge.around === null
            ? null
            : {
                pointSeconds: gauge.around.pointSeconds,
                before: gauge.around.before.map(pointOf),
                after: gauge.around.after.map(pointOf),
              },
        besideLoad: said[at]?.besideLoad ?? gauge.besideLoad,
        words: sayGauge(gauge.unit, said[at]?.besideLoad ?? gauge.besideLoad, clock),
      })),
      meanwhile,
    };
  });
}
