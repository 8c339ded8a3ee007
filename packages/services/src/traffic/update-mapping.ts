import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { changedMapping } from "@headroom/contract";
import type { TrafficMapping } from "@headroom/contract";
import type { TrafficModel } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { choicesOf, readMapping } from "./get-mapping.ts";
import {
  describeOwn,
  ownSourcesOf,
  rulesWith,
  replaceOwnSources,
  requestSources,
  storedOf,
} from "./own-sources.ts";
import type { StoredSource } from "./own-sources.ts";
import { readMetricsOf, remapMetrics } from "./seen-metrics.ts";

export const updateMappingInput = changedMapping.extend({ service: z.string() });

/**
 * Chooses what a service's requests are counted from and how their labels are made. It applies to what arrives from then on:
 * nothing that was counted changes.
 */
export async function updateTrafficMapping({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof updateMappingInput>;
}): Promise<TrafficMapping> {
  requireScope(ctx, "edit");
  const { service: slug, ...given } = parseInput(updateMappingInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const service = await findService(tx, ctx, slug);
    const serviceId = service.id;
    // What has arrived is counted a moment later, and people may choose before anything has.
    const data = [{ serviceId, workspaceId: ctx.workspaceId }];
    await tx.prisma.traffic.createMany({ data, skipDuplicates: true });
    await tx.query("select from traffic where service_id = $1 for no key update", [serviceId]);
    const traffic = await tx.prisma.traffic.findUniqueOrThrow({ where: { serviceId } });
    const before = settingsOf(traffic);
    const after = changed(traffic, given);
    if (isDeepStrictEqual(before, after)) return readMapping(tx, ctx, service);
    const { rule, foldPaths, ownSources } = after;
    await tx.prisma.traffic.update({
      where: { serviceId },
      data: {
        foldPaths,
        ownSources,
        ruleIsChosen: rule !== null,
        ...(rule === null ? {} : { rule }),
      },
    });
    if (given.own !== undefined) {
      const concerned = [...ownSourcesOf(before.ownSources), ...ownSourcesOf(ownSources)];
      const metrics = await readMetricsOf(tx, serviceId, concerned);
      await remapMetrics(tx, metrics, { rules: rulesWith(ownSources), foldPaths });
    }
    await writeAudit(tx, ctx, {
      action: "service.mapping",
      subjectKind: "service",
      subjectId: serviceId,
      detail: {
        name: service.name,
        rule,
        foldPaths,
        ruleBefore: before.rule,
        foldPathsBefore: before.foldPaths,
        ...(given.own === undefined
          ? {}
          : { own: describeOwn(ownSources), ownBefore: describeOwn(before.ownSources) }),
      },
    });
    return readMapping(tx, ctx, service);
  });
}

interface Settings {
  rule: string | null;
  foldPaths: boolean;
  ownSources: StoredSource[];
}

function settingsOf(traffic: TrafficModel): Settings {
  return { ...choicesOf(traffic), ownSources: storedOf(traffic.ownSources) };
}

/** A removed source can't stay chosen. */
function changed(
  traffic: TrafficModel,
  given: Omit<z.output<typeof updateMappingInput>, "service">,
): Settings {
  const before = settingsOf(traffic);
  const { own, foldPaths = before.foldPaths, rule = before.rule } = given;
  const ownSources = own === undefined ? before.ownSources : replaceOwnSources(before.ownSources, own);
  const sources = requestSources(ownSources).map(({ id }) => id);
  if (rule === null || sources.includes(rule)) return { rule, foldPaths, ownSources };
  if (given.rule === undefined) return { rule: null, foldPaths, ownSources };
  throw unknownRule(sources);
}

function unknownRule(sources: readonly string[]): HeadroomError {
  return new HeadroomError("parameter-unreadable", "Unknown source of requests.", {
    field: "rule",
    hint: `Use null for the best one that arrives, or one of ${sources.join(", ")}.`,
  });
}
