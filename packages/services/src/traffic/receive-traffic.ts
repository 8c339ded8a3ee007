import type { FoldedTraffic } from "@headroom/core";
import type { Context } from "../context.ts";
import { isOffClock } from "./off-clock.ts";
import { packMetrics } from "./pack-metrics.ts";
import { requireScope } from "../scope.ts";
import { metricsContent } from "./traffic-message.ts";
import type { TrafficMessage } from "./traffic-message.ts";
import type { TrafficIntake } from "./traffic-intake.ts";

export interface ReceiveTrafficInput {
  serviceId: string;
  traffic: FoldedTraffic;
  /** Of the request's body. */
  digest: string;
}

/** Accepts what a request brought for a service: once it is in the log it counts, however often it is sent. */
export async function receiveTraffic({
  ctx,
  intake,
  input: { serviceId, traffic, digest },
}: {
  ctx: Context;
  intake: TrafficIntake;
  input: ReceiveTrafficInput;
}): Promise<void> {
  requireScope(ctx, "ingest");
  const { cells, readings, gauges, exemplars, seen, aheadSeconds } = traffic;
  const isEmpty = [cells, readings, gauges, exemplars, seen].every(({ length }) => length === 0);
  // If all of it is refused for a wrong clock, pages say so.
  if (isEmpty && !isOffClock(aheadSeconds)) return;
  const message: TrafficMessage = {
    kind: "traffic",
    workspaceId: ctx.workspaceId,
    serviceId,
    at: ctx.clock().toISOString(),
    ...metricsContent(traffic, digest),
    seen,
    exemplars,
    aheadSeconds,
  };
  await intake.append(ctx, serviceId, await packMetrics(message));
}
