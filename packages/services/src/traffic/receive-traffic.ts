import { randomUUID } from "node:crypto";
import type { FoldedTraffic } from "@headroom/core";
import type { Context } from "../context.ts";
import { packJson } from "../live/pack-json.ts";
import { requireScope } from "../scope.ts";
import { trafficMessage } from "./traffic-message.ts";
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
  const unmapped = traffic.unmapped.filter((metric) => intake.isNewsOf(serviceId, metric));
  const { cells, readings, gauges } = traffic;
  if (cells.length + readings.length + gauges.length + unmapped.length === 0) return;
  // Without times of their own, two bodies with the same content are two bodies.
  const body = traffic.timed ? digest : randomUUID();
  const of = { workspaceId: ctx.workspaceId, serviceId, body, at: ctx.clock().toISOString() };
  await intake.append(ctx, serviceId, await packJson(trafficMessage(of, { ...traffic, unmapped })));
}
