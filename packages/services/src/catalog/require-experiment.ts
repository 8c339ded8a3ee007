import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { ExperimentModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf } from "../scope.ts";

/** The experiment, or not-found. One from another workspace, a deleted one and an invalid ID get the same answer. */
export async function requireExperiment(
  tx: WorkspaceTx,
  ctx: Context,
  experimentId: string,
): Promise<ExperimentModel> {
  const id = z.uuid().safeParse(experimentId);
  const only = onlyServiceOf(ctx.actor);
  const experiment = id.success
    ? await tx.prisma.experiment.findFirst({
        where: {
          id: id.data,
          provisional: false,
          deletedAt: null,
          ...(only === null ? {} : { serviceId: only }),
        },
      })
    : null;
  if (experiment === null) throw noSuchExperiment();
  return experiment;
}

function noSuchExperiment(): HeadroomError {
  return new HeadroomError("not-found", "Experiment not found.", {
    hint: "Check the URL. It may have been deleted.",
  });
}
