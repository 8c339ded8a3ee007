import { z } from "zod";
import { DEFAULT_RULES, HeadroomError } from "@headroom/core";
import type { TrafficMapping } from "@headroom/contract";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { choicesOf, readMapping } from "./get-mapping.ts";

const changing = z.strictObject({
  service: z.string(),
  /** Null: the best one that arrives. */
  rule: z.string().max(100).nullable().optional(),
  foldPaths: z.boolean().optional(),
});

/**
 * Chooses what a service's requests are counted from and how their labels are made. It applies to what arrives from then on:
 * nothing that was counted changes.
 */
export async function updateTrafficMapping({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof changing>;
}): Promise<TrafficMapping> {
  requireScope(ctx, "edit");
  const { service: slug, ...given } = parseInput(changing, input);
  if (given.rule != null) requireRequestsRule(given.rule);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const service = await findService(tx, ctx, slug);
    const serviceId = service.id;
    await tx.query("select from traffic where service_id = $1 for no key update", [serviceId]);
    const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
    if (traffic === null) throw nothingArrived();
    const before = choicesOf(traffic);
    const after = {
      rule: given.rule === undefined ? before.rule : given.rule,
      foldPaths: given.foldPaths ?? before.foldPaths,
    };
    if (after.rule === before.rule && after.foldPaths === before.foldPaths)
      return readMapping(tx, ctx, service);
    await tx.prisma.traffic.update({
      where: { serviceId },
      data: {
        foldPaths: after.foldPaths,
        ruleIsChosen: after.rule !== null,
        ...(after.rule === null ? {} : { rule: after.rule }),
      },
    });
    await writeAudit(tx, ctx, {
      action: "service.mapping",
      subjectKind: "service",
      subjectId: serviceId,
      detail: { name: service.name, ...after, ruleBefore: before.rule, foldPathsBefore: before.foldPaths },
    });
    return readMapping(tx, ctx, service);
  });
}

function requireRequestsRule(id: string): void {
  if (DEFAULT_RULES.some((rule) => rule.id === id && rule.to.kind === "requests")) return;
  const ids = DEFAULT_RULES.flatMap((rule) => (rule.to.kind === "requests" ? rule.id : []));
  throw new HeadroomError("parameter-unreadable", "Unknown source of requests.", {
    field: "rule",
    hint: `Use null for the best one that arrives, or one of ${ids.join(", ")}.`,
  });
}

function nothingArrived(): HeadroomError {
  return new HeadroomError("conflict", "No live traffic has arrived for this service yet.", {
    hint: "Send its metrics first.",
  });
}
