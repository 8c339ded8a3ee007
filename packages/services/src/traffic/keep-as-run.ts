import { DAY_SECONDS, HeadroomError } from "@headroom/core";
import { keepTraffic } from "@headroom/contract";
import { countTrafficSeries, TRAFFIC_STEPS } from "@headroom/db";
import type { TrafficStep } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { importRun, readKey } from "../run/import/import.ts";
import type { ImportedRun } from "../run/import/import.ts";
import type { Uploads } from "../run/import/uploads.ts";
import { requireScope } from "../scope.ts";
import type { ImportLimits } from "../workspace/limits.ts";
import { findService } from "../service/find.ts";
import type { TrafficRetention } from "./roll-up.ts";
import { simulatedIn } from "./simulated-traffic.ts";
import { TrafficSource } from "./traffic-source.ts";
import type { KeptStretch } from "./traffic-source.ts";

export interface KeepInput {
  service: string;
  body: unknown;
  idempotencyKey: string | null;
  /** What it is kept for, if that identifies it. */
  purpose?: string;
  limits: ImportLimits;
  webUrl: string;
}

/**
 * Makes a run of a stretch of live traffic. It is an import whose source is the traffic's own cells, so it counts, is judged
 * and stays like any other run, whatever happens to the traffic later.
 */
export async function keepAsRun({
  ctx,
  uploads,
  keepDays,
  input,
}: {
  ctx: Context;
  uploads: Uploads;
  keepDays: TrafficRetention;
  input: KeepInput;
}): Promise<ImportedRun> {
  // It shows what the service did, and stores it.
  requireScope(ctx, "read");
  requireScope(ctx, "ingest");
  const { limits, webUrl, purpose = null } = input;
  const { from, to, ...parameters } = parseInput(keepTraffic, input.body);
  const now = Math.floor(ctx.clock().getTime() / 1_000);
  const { service, series, traffic } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found = await findService(tx, ctx, input.service);
    return {
      service: found,
      series: await countTrafficSeries(tx, found.id, "requests", []),
      traffic: await tx.prisma.traffic.findUnique({ where: { serviceId: found.id } }),
    };
  });
  const range = { from: Math.floor(Date.parse(from) / 1_000), to: Math.ceil(Date.parse(to) / 1_000) };
  const kept = stretchOf(range, { now, keepDays, limits, series });
  const simulated = simulatedIn(traffic, kept);
  const stretch: KeptStretch = { ...kept, serviceId: service.id, series, simulated };
  const key = input.idempotencyKey === null ? null : readKey(input.idempotencyKey);
  return importRun({
    ctx,
    uploads,
    input: {
      parameters: {
        ...(simulated?.withReal === false ? SIMULATED : {}),
        ...parameters,
        service: service.slug,
      },
      idempotencyKey: key,
      source: new TrafficSource(ctx, stretch, { assertRoom: uploads.assertRoom, key, purpose }),
      limits,
      webUrl,
      audited: { action: "run.keep", detail: { serviceId: service.id, from, to } },
    },
  });
}

/** Lists of runs have a column for it. */
const SIMULATED = { environment: "simulated" };

/** Whole cells of the finest step that is left, and the finest one of which a run can hold so many. */
function stretchOf(
  { from, to }: { from: number; to: number },
  {
    now,
    keepDays,
    limits,
    series,
  }: { now: number; keepDays: TrafficRetention; limits: ImportLimits; series: number },
): Pick<KeptStretch, "from" | "to" | "finest" | "step"> {
  const end = Math.min(to, now + 1);
  if (!(from < to)) throw wrongRange("The range ends before it begins.");
  if (!(from < end)) throw wrongRange("The range is in the future.");
  if (from < now - keepDays[600] * DAY_SECONDS) {
    throw new HeadroomError("parameter-unreadable", "Live traffic from that long ago is no longer kept.", {
      field: "from",
      hint: `It is kept for ${keepDays[600]} days.`,
    });
  }
  if (end - from > limits.runSeconds) {
    throw new HeadroomError("run-too-long", "The range is longer than a run can be.", {
      field: "from",
      hint: `A run can be at most ${limits.runSeconds / DAY_SECONDS} days long.`,
    });
  }
  const finest: TrafficStep = TRAFFIC_STEPS.find((step) => from >= now - keepDays[step] * DAY_SECONDS) ?? 600;
  const step = TRAFFIC_STEPS.find((one) => one >= finest && ((end - from) / one) * series <= limits.runCells);
  return {
    from: Math.floor(from / finest) * finest,
    to: Math.ceil(end / finest) * finest,
    finest,
    step: step ?? 600,
  };
}

function wrongRange(message: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, {
    field: "to",
    hint: "Use from and to with from before to, and from before now.",
  });
}
