import { z } from "zod";
import { DAY_SECONDS, HOUR_SECONDS, traceUrl } from "@headroom/core";
import { traceParameters } from "@headroom/contract";
import type { ServiceTraces } from "@headroom/contract";
import { readSlowestOfLabel, readSlowestOfLabels } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { readSettings } from "../workspace/settings.ts";

const query = traceParameters.extend({ service: z.string() });

const DEFAULT_SECONDS = HOUR_SECONDS;
/** Of a longer stretch, the end: a trace from long before says little about now. */
const MAX_SECONDS = DAY_SECONDS;
const MAX_TRACES = 100;

/** The traces of a service's slowest requests in a stretch of time, by default the last hour. */
export async function listTraces({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof query>;
}): Promise<ServiceTraces> {
  requireScope(ctx, "read");
  const { service: slug, from, to, label } = parseInput(query, input);
  const end = to === undefined ? ctx.clock().getTime() / 1_000 : Date.parse(to) / 1_000;
  const asked = from === undefined ? end - DEFAULT_SECONDS : Date.parse(from) / 1_000;
  const begin = Math.max(asked, end - MAX_SECONDS);
  const stretch = { from: begin, to: end, most: MAX_TRACES };
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const service = await findService(tx, ctx, slug);
    const { traceUrl: template } = await readSettings(tx, ctx.workspaceId);
    const found =
      label === undefined
        ? await readSlowestOfLabels(tx, service.id, stretch)
        : await readSlowestOfLabel(tx, service.id, label, stretch);
    return {
      service: service.slug,
      from: at(begin),
      to: at(end),
      traces: found.map(({ label: own, minute, micros, traceId }) => ({
        label: own,
        at: at(minute),
        latencyMs: micros / 1_000,
        traceId,
        url: template === null ? null : traceUrl(template, traceId),
      })),
    };
  });
}

function at(second: number): string {
  return new Date(second * 1_000).toISOString();
}
