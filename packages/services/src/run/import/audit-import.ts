import type { HeldForPublishing, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import { publishService } from "../../service/ensure.ts";
import { priceTextOf } from "../record/metadata.ts";
import type { ImportRequest } from "./import-request.ts";
import type { OpenUpload } from "./open-upload.ts";
import type { Reparsed } from "./reparse-take-over.ts";

/** What an upload created on the way becomes visible with the first published run, and is audited only then. */
export async function auditImport(
  tx: WorkspaceTx,
  { ctx, input, parameters, reparsed }: ImportRequest,
  { serviceId, experimentId, runId }: OpenUpload,
  { newRun, isNewService, isNewExperiment }: HeldForPublishing & { newRun: boolean },
): Promise<void> {
  if (reparsed !== undefined) return auditReparsed(tx, ctx, runId, reparsed);
  if (isNewService) await publishService(tx, ctx, { id: serviceId, name: parameters.service });
  if (isNewExperiment) {
    await tx.prisma.experiment.update({ where: { id: experimentId }, data: { provisional: false } });
    const detail = { name: parameters.experiment, serviceId };
    await writeAudit(tx, ctx, {
      action: "experiment.create",
      subjectKind: "experiment",
      subjectId: experimentId,
      detail,
    });
  }
  const detail = { generator: parameters.generator ?? null, newRun, experimentId, ...pricedBy(parameters) };
  const audited = { action: "run.import", ...input.audited, detail: { ...detail, ...input.audited?.detail } };
  await writeAudit(tx, ctx, { ...audited, subjectKind: "run", subjectId: runId });
}

function pricedBy({ price }: ImportRequest["parameters"]): { price?: string | null } {
  return price === undefined ? {} : { price: priceTextOf(price) };
}

async function auditReparsed(
  tx: WorkspaceTx,
  ctx: ImportRequest["ctx"],
  runId: string,
  { generator, reparseId }: Reparsed,
): Promise<void> {
  const detail = { generator, reparseId };
  await writeAudit(tx, ctx, { action: "run.reparsed", subjectKind: "run", subjectId: runId, detail });
}
