import { HeadroomError, labelFilterOf } from "@headroom/core";
import { againAfterDeadlock, holdExperiment, removePart } from "@headroom/db";
import type { PartModel, Prisma, RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import type { ImportRequest } from "../import/import-request.ts";
import type { KeptFileRecord, UploadRecord } from "../import/keep-file.ts";
import type { OpenUpload, UploadPlan } from "../import/open-upload.ts";
import { publishPart } from "../import/publish.ts";
import { errorsByOf } from "../record/errors-by.ts";
import { storedWarnings } from "../record/stored.ts";
import type { UploadSource } from "../record/upload-source.ts";
import { limitsOfWorkspace } from "../../workspace/limits.ts";
import type { ImportLimits } from "../../workspace/limits.ts";
import type { Uploads } from "../import/uploads.ts";
import { writeSamples } from "../import/write-samples.ts";

/** A published part with a kept file. */
export interface KeptPart {
  part: PartModel;
  run: RunModel;
  keptFile: KeptFileRecord & { kept: NonNullable<KeptFileRecord["kept"]> };
}

export interface ReparsePart {
  ctx: Context;
  uploads: Uploads;
  kept: KeptPart;
  reparseId: string;
  source: UploadSource;
  limits: ImportLimits;
  webUrl: string;
}

/** Parses a part's file into the next revision, which replaces it and takes over its file once it is complete. */
export async function reparsePart(given: ReparsePart): Promise<void> {
  const { ctx, uploads, kept, source, limits } = given;
  const { part, keptFile } = kept;
  await source.open({ mapping: keptFile.upload.mapping });
  const partId = ctx.newId();
  await uploads.whileWriting(partId, async () => {
    const instance = await uploads.instance();
    const upload = await openRevision(ctx, kept, { partId, instance, limits });
    try {
      const written = await writeSamples(ctx, upload, source);
      const digest = await source.digest();
      requireSameBytes(part, digest);
      await publishPart({ request: requestOf(given), upload, written, file: { digest, keptFile } });
    } catch (error) {
      await removePart(ctx.db, partId).catch(() => undefined);
      throw error;
    }
  });
}

function requestOf({ ctx, uploads, kept, reparseId, source, limits, webUrl }: ReparsePart): ImportRequest {
  const { part, keptFile } = kept;
  const { parameters } = keptFile.upload;
  const sameFile = storedWarnings(part.warnings).filter(({ code }) => code === "same-file");
  return {
    ctx,
    uploads,
    parameters,
    input: {
      parameters,
      idempotencyKey: null,
      // The bytes received, not the bytes stored.
      source: countingAs(Number(part.bytesIn), source),
      limits,
      webUrl,
    },
    targets: [],
    key: null,
    reparsed: { partId: part.id, reparseId, generator: part.generator, sameFile },
  };
}

function countingAs(bytesIn: number, source: UploadSource): UploadSource {
  return {
    open: (known) => source.open(known),
    read: (intake) => source.read(intake),
    digest: () => source.digest(),
    bytesIn: () => bytesIn,
  };
}

/** Where the revision writes: the run as it is, and the time the file arrived. */
function openRevision(
  ctx: Context,
  { part, run, keptFile }: KeptPart,
  { partId, instance, limits }: Pick<UploadPlan, "partId" | "instance" | "limits">,
): Promise<OpenUpload> {
  const open = async (tx: WorkspaceTx): Promise<OpenUpload> => {
    await holdExperiment(tx, run.experimentId);
    const where = { runId: run.id, kind: "requests", generator: part.generator };
    const last = await tx.prisma.part.aggregate({ where, _max: { revision: true } });
    const now = await tx.prisma.run.findUniqueOrThrow({ where: { id: run.id }, select: { errorsBy: true } });
    const experiment = await tx.prisma.experiment.findUniqueOrThrow({ where: { id: run.experimentId } });
    const { parameters } = keptFile.upload;
    const errorsBy = errorsByOf(parameters["errors-by"], now, experiment);
    const revision = {
      id: partId,
      workspaceId: ctx.workspaceId,
      runId: run.id,
      generator: part.generator,
      revision: (last._max.revision ?? 0) + 1,
      reparseOf: part.reparseOf ?? part.revision,
      state: "writing",
      errorsBy,
      instance,
      createdAt: part.createdAt,
    } satisfies Prisma.PartCreateManyInput;
    await tx.prisma.part.createMany({ data: [revision] });
    return {
      partId,
      runId: run.id,
      experimentId: run.experimentId,
      serviceId: run.serviceId,
      originMicros: run.origin === null ? null : run.origin.getTime() * 1_000,
      startMicros: startOf(part, keptFile.upload),
      errorsBy,
      labelFilter: labelFilterOf(parameters["only-label"], parameters["except-label"]),
      limits: await limitsOfWorkspace(tx, ctx.workspaceId, limits),
      receivedAt: part.createdAt,
      importedAt: run.importedAt,
      isAlone: false,
      mapping: null,
    };
  };
  return againAfterDeadlock(() => ctx.db.inWorkspace(ctx.workspaceId, open, { patient: true }));
}

/** Where the file's times began when it was first read, if they count from the start of the run. */
function startOf({ zeroUs, firstStartUs, createdAt }: PartModel, { parameters }: UploadRecord): number {
  if (zeroUs !== null) return Number(zeroUs);
  if (parameters.started !== undefined) return Date.parse(parameters.started) * 1_000;
  return firstStartUs === null ? createdAt.getTime() * 1_000 : Number(firstStartUs);
}

function requireSameBytes({ fileDigest }: PartModel, digest: Uint8Array): void {
  if (fileDigest !== null && Buffer.compare(fileDigest, digest) === 0) return;
  throw new HeadroomError("stored-bytes-broken", "The kept file differs from the one that was uploaded.", {
    hint: "Send the file again to replace the kept one.",
  });
}
