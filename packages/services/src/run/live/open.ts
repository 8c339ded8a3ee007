import { MAX_CONFIGURATION } from "@headroom/core";
import { createHash } from "node:crypto";
import { importParameters, liveParameters } from "@headroom/contract";
import type { ImportParameters, LiveParameters } from "@headroom/contract";
import { againAfterDeadlock } from "@headroom/db";
import type { Prisma, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { answerKey } from "../import/answer-key.ts";
import { claimKey, releaseKey, replay, requestDigest } from "../import/claim-key.ts";
import { requireUploadInQuota } from "../../quota/require-upload.ts";
import { requireServiceAccess } from "../import/require-service-access.ts";
import { readKey } from "../import/import.ts";
import type { ImportedRun } from "../import/import.ts";
import { ensureService } from "../../service/ensure.ts";
import { ensureExperiment, ensureRun } from "../import/open-upload.ts";
import { readTargets } from "../record/read-targets.ts";
import type { Uploads } from "../import/uploads.ts";
import { requireLiveRun } from "./live-run.ts";
import { readLiveAnswer } from "./settle.ts";

export interface OpenLiveInput {
  parameters: unknown;
  idempotencyKey: string | null;
  webUrl: string;
}

interface OpenRequest {
  ctx: Context;
  uploads: Uploads;
  given: LiveParameters;
  parameters: ImportParameters;
  webUrl: string;
  key: string | null;
}

/** Creates a run that writers can send cells to, or reopens the one with this key. */
export async function openLiveRun(request: {
  ctx: Context;
  uploads: Uploads;
  input: OpenLiveInput;
}): Promise<ImportedRun> {
  const { ctx, uploads, input } = request;
  requireScope(ctx, "ingest");
  const given = parseInput(liveParameters, input.parameters);
  const { origin: _ofTheGrid, ...rest } = given;
  const parameters = importParameters.parse(rest);
  readTargets(parameters.target);
  await requireServiceAccess(ctx, parameters.service);
  const open: OpenRequest = { ctx, uploads, given, parameters, webUrl: input.webUrl, key: null };
  if (input.idempotencyKey === null) return openOnce(open);

  const key = readKey(input.idempotencyKey);
  const claim = await claimKey(ctx, uploads, key);
  if (claim.state === "answered") {
    return { ...replay(claim, requestDigest(parameters, digestOf(given)), key), replayed: true };
  }
  try {
    return await openOnce({ ...open, key });
  } catch (error) {
    await releaseKey(ctx, uploads, key).catch(() => undefined);
    throw error;
  } finally {
    uploads.letGoOfKey(ctx.workspaceId, key);
  }
}

/** Without a body, this digest tells the request from an upload with the same parameters. */
function digestOf({ origin }: LiveParameters): Uint8Array {
  return createHash("sha256")
    .update(JSON.stringify(["live", origin ?? null]))
    .digest();
}

async function openOnce(request: OpenRequest): Promise<ImportedRun> {
  const { ctx, webUrl, given } = request;
  const open = async (tx: WorkspaceTx): Promise<ImportedRun> => {
    const runId = await ensureLiveRun(tx, request);
    const run = await requireLiveRun(tx, ctx, runId);
    const answer = await readLiveAnswer(tx, run, webUrl);
    await answerKey(tx, request, digestOf(given), answer);
    return { status: 201, answer, replayed: false };
  };
  return againAfterDeadlock(() => ctx.db.inWorkspace(ctx.workspaceId, open, { patient: true }));
}

async function ensureLiveRun(tx: WorkspaceTx, { ctx, given, parameters }: OpenRequest): Promise<string> {
  const { workspaceId } = ctx;
  const firstStartMicros = given.origin === undefined ? null : given.origin * 1e6;
  const head = { format: "cells", tool: "live", firstStartMicros, relative: false, mapping: null };
  const serviceId = await ensureService(tx, ctx, parameters.service);
  const { id: experimentId } = await ensureExperiment(tx, ctx, serviceId, parameters.experiment);
  const { id: runId } = await ensureRun(tx, ctx, { parameters, head }, { serviceId, experimentId });
  const known = await tx.prisma.liveRun.findUnique({ where: { runId } });
  // Who opens a run again goes on with one that was counted.
  if (known === null) await requireUploadInQuota(tx, ctx);
  const now = ctx.clock();
  await tx.prisma.liveRun.upsert({
    where: { runId },
    create: { runId, workspaceId, state: "open", parameters, openedAt: now, heardAt: now },
    update: { state: "open", heardAt: now, parameters: joined(known?.parameters ?? null, parameters) },
  });
  const detail = { experimentId, again: known !== null };
  await writeAudit(tx, ctx, { action: "run.open", subjectKind: "run", subjectId: runId, detail });
  return runId;
}

/** A client that reopens the run may add details or set other targets; what is on the run's page stays. */
function joined(before: Prisma.JsonValue, given: ImportParameters): ImportParameters {
  if (before === null) return given;
  const known = importParameters.parse(before);
  return {
    ...known,
    ...given,
    configuration: [...new Set([...known.configuration, ...given.configuration])].slice(
      0,
      MAX_CONFIGURATION.keys,
    ),
    target: given.target.length > 0 ? given.target : known.target,
  };
}
