import { DAY_MILLIS } from "@headroom/core";
import { z } from "zod";
import type { SeenMetricAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { seenExamples } from "./seen-metrics.ts";

const query = z.strictObject({ service: z.string() });

const MAX_VALUES = 20;

/** The metrics that arrived for a service within the last day, with the tags that a source can use. */
export async function listSeenMetrics({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof query>;
}): Promise<SeenMetricAnswer[]> {
  requireScope(ctx, "read");
  const { service: slug } = parseInput(query, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, slug);
    const found = await tx.prisma.trafficMetric.findMany({
      where: { serviceId, seenAt: { gte: new Date(ctx.clock().getTime() - DAY_MILLIS) } },
      orderBy: [{ name: "asc" }, { field: "asc" }],
    });
    return found.map(({ name, field, kind, temporality, unit, rule, examples }) => ({
      name,
      field: field === "" ? null : field,
      kind,
      unit,
      isUsed: rule !== null,
      countsSinceStart: temporality === "cumulative",
      tags: tagsOf(seenExamples.parse(examples)),
    }));
  });
}

/** By tag: the first values of some series. */
function tagsOf(examples: z.infer<typeof seenExamples>): SeenMetricAnswer["tags"] {
  const values = new Map<string, Set<string>>();
  for (const [tag, value] of examples.flat()) {
    const own = values.get(tag) ?? new Set();
    if (own.size < MAX_VALUES) own.add(value);
    values.set(tag, own);
  }
  return [...values].map(([tag, own]) => ({ tag, values: [...own] }));
}
