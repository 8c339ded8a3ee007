import type { RunVerdictAnswer } from "@headroom/contract";
import {
  hasOpenNotice,
  type JobRun,
  readEarlierNotice,
  readRunNotice,
  type RunNoticeRead,
  type WorkspaceTx,
} from "@headroom/db";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import { addDeliveries } from "../../notification/add-deliveries.ts";
import { isNews, queueRunNotice } from "../../notification/queue-run-notice.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { getRunVerdict } from "../live/get-verdict.ts";
import { decide, type Previous } from "./decide.ts";
import { finishedNotice } from "./run-notices.ts";
import { waitSecondsFor } from "./wait-seconds.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), runId: z.uuid() });

/** How often to look whether a comparison is computed, and for how long. */
const LOOK_AGAIN_SECONDS = 3;
const PATIENCE_SECONDS = 900;
/** Runs of an archive wait for each other, and for everything else. */
const ARCHIVE_PATIENCE_SECONDS = 86_400;

/** Tells channels that a run finished, and whether it regressed or recovered, as soon as either is known. */
export async function workRunNotice({
  services,
  job,
  webUrl,
}: {
  services: Services;
  job: JobRun;
  webUrl: string;
}): Promise<void> {
  const { workspaceId, runId } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => ctx.db.inWorkspace(workspaceId, work);
  const found = await inWorkspace((tx) => readRunNotice(tx, runId));
  if (found === null) return;
  const again = (seconds: number) =>
    inWorkspace((tx) => queueRunNotice(tx, { ...found, id: runId }, seconds));
  const wait = waitSecondsFor(found);
  if (wait > 0) return again(wait);
  const previous = await inWorkspace((tx) => readPrevious(tx, found));
  const parameters = previous.comparedWith === null ? {} : { baseline: previous.comparedWith };
  const answer = await getRunVerdict({ ctx, input: { runId, parameters, webUrl } });
  // Another generator has begun: once it ends, the job is added again.
  if (answer.run.status === "receiving") return;
  const toTell = isNews(found);
  if (toTell && found.finishedAt === null) await sayFinished(ctx, found, answer);
  const isPatient = found.ageSeconds < (toTell ? PATIENCE_SECONDS : ARCHIVE_PATIENCE_SECONDS);
  if (isPatient && (answer.retryAfterSeconds !== null || previous.isOpen)) return again(LOOK_AGAIN_SECONDS);
  await decide(ctx, { found, answer, previous, isNews: toTell, webUrl });
}

async function readPrevious(tx: WorkspaceTx, found: RunNoticeRead): Promise<Previous> {
  // What was said of these results before they were replaced.
  const own = found.announced === "regressed" ? { ...found, outcome: "regressed" as const } : null;
  const notice = own ?? (await readEarlierNotice(tx, found));
  const isOpen = await hasOpenNotice(tx, found, PATIENCE_SECONDS);
  if (notice?.outcome !== "regressed" || found.pinnedId !== null)
    return { notice, isOpen, comparedWith: null };
  // The last good run may by now be the one that regressed: what it regressed from is what counts.
  const id = notice.baselineRunId;
  const baseline = id === null ? null : await tx.prisma.run.findUnique({ where: { id } });
  return { notice, isOpen, comparedWith: baseline === null || baseline.publishedAt === null ? null : id };
}

async function sayFinished(ctx: Context, found: RunNoticeRead, answer: RunVerdictAnswer): Promise<void> {
  const { runId, serviceId } = found;
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { count } = await tx.prisma.runNotice.updateMany({
      where: { runId, finishedAt: null },
      data: { finishedAt: ctx.clock() },
    });
    if (count === 0) return;
    await addDeliveries(tx, ctx, {
      ...{ event: "run.finished", serviceId, notice: finishedNotice({ found, answer }) },
    });
  });
}
