import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { TrafficMapping } from "@headroom/contract";
import { writeSeenMetrics } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { ensureVisibleService } from "../service/ensure.ts";
import { findService } from "../service/find.ts";
import { readMapping } from "./get-mapping.ts";
import { holdTraffic, MAX_METRICS } from "./traffic-row.ts";
import { findUnmappedSenders, metricsIn } from "./unmapped-senders.ts";

const sender = z.strictObject({ sender: z.string().max(500) });

/** Makes a service of a sender that was heard, so that its metrics can be mapped. */
export async function mapSender({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof sender>;
}): Promise<TrafficMapping> {
  requireScope(ctx, "edit");
  requireAllServices(ctx);
  const { sender: slug } = parseInput(sender, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const [found] = await findUnmappedSenders(tx, ctx, { slug });
    if (found === undefined) throw noSuchSender();
    const serviceId = await ensureVisibleService(tx, ctx, found.name);
    await holdTraffic(tx, ctx, serviceId);
    const metrics = metricsIn(found.metrics);
    await writeSeenMetrics(tx, serviceId, metrics, { now: found.seenAt, most: MAX_METRICS });
    await tx.prisma.unmappedSender.deleteMany({ where: { slug } });
    return readMapping(tx, ctx, await findService(tx, ctx, slug));
  });
}

function noSuchSender(): HeadroomError {
  return new HeadroomError("not-found", "Sender not found.", {
    hint: "It may have a service by now. GET /v1/unmapped-senders lists those that have none.",
  });
}
