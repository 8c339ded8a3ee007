import { HeadroomError } from "@headroom/core";
import { idempotencyKey, importParameters, slugOf } from "@headroom/contract";
import type { RunAnswer, ImportParameters } from "@headroom/contract";
import { readMapping, removePart } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { claimKey, releaseKey, replay, requestDigest } from "./claim-key.ts";
import { requireServiceAccess } from "./require-service-access.ts";
import { keepFile } from "./keep-file.ts";
import type { ImportInput, ImportRequest } from "./import-request.ts";
import { openUpload } from "./open-upload.ts";
import type { OpenUpload } from "./open-upload.ts";
import { publishPart } from "./publish.ts";
import { readTargets } from "../record/read-targets.ts";
import type { Uploads } from "./uploads.ts";
import { writeSamples } from "./write-samples.ts";

export interface ImportedRun {
  status: number;
  answer: RunAnswer;
  /** The answer to an earlier request with the same key. */
  replayed: boolean;
}

/** Imports the results of one generator into a run, judges it, and returns the run as it is now. */
export async function importRun(given: {
  ctx: Context;
  uploads: Uploads;
  input: ImportInput;
}): Promise<ImportedRun> {
  const { ctx, uploads, input } = given;
  requireScope(ctx, "ingest");
  const parameters = parseInput(importParameters, input.parameters);
  const targets = readTargets(parameters.target).map(({ text }) => text);
  await requireServiceAccess(ctx, parameters.service);
  const request: ImportRequest = { ctx, uploads, input, parameters, targets, key: null };
  let mapping: unknown = null;
  const alongside = async (tx: WorkspaceTx) => {
    mapping = await storedMapping(tx, parameters);
  };
  if (input.idempotencyKey === null) {
    await ctx.db.inWorkspace(ctx.workspaceId, alongside);
    return receive(request, mapping);
  }
  const key = readKey(input.idempotencyKey);
  const claim = await claimKey(ctx, uploads, key, alongside);
  if (claim.state === "answered") {
    input.keptFile?.skip();
    const digest = requestDigest(parameters, await input.source.digest());
    return { ...replay(claim, digest, key), replayed: true };
  }
  try {
    return await receive({ ...request, key }, mapping);
  } catch (error) {
    await releaseKey(ctx, uploads, key).catch(() => undefined);
    throw error;
  } finally {
    uploads.letGoOfKey(ctx.workspaceId, key);
  }
}

async function receive(request: ImportRequest, mapping: unknown): Promise<ImportedRun> {
  const { ctx, uploads, input, parameters } = request;
  const head = await input.source.open({ mapping });
  const partId = ctx.newId();
  return uploads.whileWriting(partId, async () => {
    const instance = await uploads.instance();
    const { limits } = input;
    const upload = await openUpload(ctx, { partId, instance, parameters, head, limits });
    try {
      const key = await keepFile(ctx, input.keptFile, partId);
      const written = await writeSamples(ctx, upload, input.source);
      const digest = await input.source.digest();
      const kept = key === null ? null : ((await input.keptFile?.finish()) ?? null);
      const keptFile = key === null ? null : { key, kept, upload: { parameters, mapping } };
      const answer = await publishPart({ request, upload, written, file: { digest, keptFile } });
      return { status: 201, answer, replayed: false };
    } catch (error) {
      await input.keptFile?.abandon();
      await abandon(ctx, upload);
      throw error;
    }
  });
}

/** Removes every trace of a failed part. If the database is unavailable, the sweep does it later. */
async function abandon(ctx: Context, upload: OpenUpload): Promise<void> {
  await removePart(ctx.db, upload.partId).catch(() => undefined);
}

export function readKey(header: string): string {
  const key = idempotencyKey.safeParse(header);
  if (key.success) return key.data;
  throw new HeadroomError(
    "parameter-unreadable",
    "Idempotency-Key must be 1 to 255 printable ASCII characters.",
    {
      field: "Idempotency-Key",
    },
  );
}

/** The column mapping from an earlier upload to this experiment; null if there is none. */
async function storedMapping(
  tx: WorkspaceTx,
  { service, experiment }: Pick<ImportParameters, "service" | "experiment">,
): Promise<unknown> {
  return readMapping(tx, {
    service: slugOf(service, "service"),
    experiment: slugOf(experiment, "experiment"),
  });
}
