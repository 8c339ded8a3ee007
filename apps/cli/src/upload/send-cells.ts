import { gzipSync } from "node:zlib";
import { stepWithin } from "@headroom/core";
import { liveState, runAnswer } from "@headroom/contract";
import type { LiveBatchInput, LiveFinishInput, LiveState, RunAnswer } from "@headroom/contract";
import type { Client } from "../http/client.ts";
import type { Progress } from "../terminal/progress.ts";
import { batchesOf, totalsOf } from "./cell-batches.ts";
import type { LocalRun } from "./local-run.ts";
import { liveQuery } from "./query.ts";
import type { UploadPlan } from "./plan.ts";
import { readAnswer } from "../http/read-answer.ts";

export interface CellUpload {
  client: Client;
  progress: Progress;
  plan: UploadPlan;
  run: LocalRun;
  /** Null: the run is found by its own key. */
  key: string | null;
}

/** The writer's name if the user names no generator. */
const ONLY_WRITER = "upload";

/** The run that the cells go into, created or found. */
export async function openRun(client: Client, query: string, key: string | null): Promise<RunAnswer> {
  const answer = await client.send({
    method: "POST",
    path: `/v1/runs/live?${query}`,
    headers: key === null ? {} : { "idempotency-key": key },
  });
  return readAnswer(runAnswer, answer);
}

export async function stateOf(client: Client, runId: string): Promise<LiveState> {
  return readAnswer(liveState, await client.send({ method: "GET", path: `/v1/runs/${runId}/live` }));
}

/** Sends the cells of a run in batches, resuming where an earlier attempt ended, and finishes it. */
export async function sendCells({ client, progress, plan, run, key }: CellUpload): Promise<RunAnswer> {
  const { run: opened } = await openRun(client, liveQuery(plan.parameters), key);
  const writer = plan.generator ?? ONLY_WRITER;
  const attempt = run.digest.slice(0, 32);
  const arrived = await arrivedOf(client, opened.id, writer, attempt);
  progress.begin("sending ");
  let sequence = 0;
  for (const body of batchesOf(run)) {
    sequence += 1;
    if (sequence <= arrived) continue;
    const batch: LiveBatchInput = { writer, attempt, sequence, ...body };
    await sendBatch(client, opened.id, packed(batch));
    progress.show(sequence, null, "batches");
  }
  const end: LiveFinishInput = {
    ends: plan.alone ? "run" : "writers",
    writers: [{ writer, attempt, ...(sequence === 0 ? {} : { sequence }), ...endOf(run) }],
  };
  return finishRun(client, opened.id, end);
}

/** A batch that is sent twice counts once. */
export async function sendBatch(client: Client, runId: string, body: Uint8Array): Promise<void> {
  const path = `/v1/runs/${runId}/cells`;
  await client.send({ method: "POST", path, headers: PACKED, body: () => body });
}

export async function finishRun(client: Client, runId: string, end: LiveFinishInput): Promise<RunAnswer> {
  const body = packed(end);
  const path = `/v1/runs/${runId}/finish`;
  return readAnswer(
    runAnswer,
    await client.send({ method: "POST", path, headers: PACKED, body: () => body }),
  );
}

async function arrivedOf(client: Client, runId: string, writer: string, attempt: string): Promise<number> {
  const { writers } = await stateOf(client, runId);
  return writers.find((one) => one.writer === writer && one.attempt === attempt)?.sequence ?? 0;
}

/** What a writer says at its end. */
export function endOf(run: Pick<LocalRun, "totals" | "report">) {
  const { report, totals } = run;
  const { span, allFinestStepSeconds: finest } = totals;
  return {
    ...totalsOf(run),
    ...(span === null
      ? {}
      : {
          span: { firstStartMicros: span.firstStartMicros, lastCompletionMicros: span.lastCompletionMicros },
        }),
    ...(finest === null || finest === stepWithin(finest) ? {} : { intervalSeconds: finest }),
    ...(totals.samplesDigest === null ? {} : { samplesDigest: totals.samplesDigest }),
    report: { ...report, absent: [...report.absent], warnings: [...report.warnings, ...totals.warnings] },
  };
}

const PACKED = { "content-type": "application/json", "content-encoding": "gzip" };

export function packed(body: unknown): Uint8Array {
  return gzipSync(JSON.stringify(body), { level: 1 });
}
