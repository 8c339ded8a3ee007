import { plural } from "@headroom/core/format";
import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { holdExperiment } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requireExperiment } from "../catalog/require-experiment.ts";
import { releaseCopies } from "../run/edit/release-copies.ts";
import { rememberRemoval } from "./remember-removal.ts";

export const deleteExperimentInput = z.strictObject({
  experimentId: z.string(),
  /** The experiment's name, typed again. Required if it has runs. */
  confirmation: z.string().max(500).default(""),
});

/**
 * Removes an experiment from the catalog. Its runs keep their addresses, so links in reports still work, and its name
 * becomes available.
 */
export async function deleteExperiment({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof deleteExperimentInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { experimentId, confirmation } = parseInput(deleteExperimentInput, input);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireExperiment(tx, ctx, experimentId);
    await holdExperiment(tx, id);
    const experiment = await requireExperiment(tx, ctx, id);
    const { name, slug, runsTotal } = experiment;
    if (runsTotal > 0 && confirmation.trim() === "")
      throw new HeadroomError(
        "parameter-missing",
        "The experiment has runs, so its name is needed to delete it.",
        {
          field: "confirmation",
          hint: "Repeat the experiment's name.",
        },
      );
    if (runsTotal > 0 && confirmation.trim() !== name.trim()) {
      throw new HeadroomError("parameter-unreadable", "That isn't the experiment's name.", {
        field: "confirmation",
        hint: `It has ${plural(runsTotal, "run")}. Type its name to delete it.`,
      });
    }
    await rememberRemoval(tx, ctx, { experiment, how: "deleted" });
    // The name is available again, also for uploads.
    const data = { deletedAt: ctx.clock(), slug: `${slug}~${id}` };
    await tx.prisma.experiment.update({ where: { id }, data });
    await releaseCopies(tx, { experimentId: id });
    await writeAudit(tx, ctx, {
      action: "experiment.delete",
      subjectKind: "experiment",
      subjectId: id,
      detail: { name, runs: runsTotal },
    });
  });
}
