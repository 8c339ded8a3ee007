import type { RunVerdictAnswer } from "@headroom/contract";
import { DAY_SECONDS } from "@headroom/core";
import {
  hasLaterNotice,
  hasOpenNotice,
  readEarlierNotice,
  readNextOpenNotice,
  readRunNotice,
} from "@headroom/db";
import type { JobRun, RunNoticeRead, WorkspaceTx } from "@headroom/db";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import { addDeliveries } from "../../notification/add-deliveries.ts";
import { isNews, queueRunNotice } from "../../notification/queue-run-notice.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { getRunVerdict } from "../live/get-verdict.ts";
import { decide } from "./decide.ts";
import type { Previous } from "./decide.ts";
import { finishedNotice } from "./run-notices.ts";
import { waitSecondsFor } from "./wait-seconds.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), runId: z.uuid() });

/** How often to look whether a comparison is computed, and for how long. */
const LOOK_AGAIN_SECONDS = 3;
/** A comparison that failed is requested again after a minute. */
const LOOK_LATER_SECONDS = 60;
const PATIENCE_SECONDS = 900;
/** Runs of an archive wait for each other, and for everything else. */
const ARCHIVE_PATIENCE_SECONDS = DAY_SECONDS;

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
  const toTell = isNews(found);
  const patience = toTell ? PATIENCE_SECONDS : ARCHIVE_PATIENCE_SECONDS;
  const isPatient = found.ageSeconds < patience;
  const previous = await inWorkspace((tx) => readPrevious(tx, found, patience));
  // What an earlier run of the archive turns out to be decides what this one is compared with. It says when it is known.
  if (!toTell && isPatient && previous.isOpen) return again(LOOK_LATER_SECONDS);
  const parameters = previous.comparedWith === null ? {} : { baseline: previous.comparedWith };
  const answer = await getRunVerdict({ ctx, input: { runId, parameters, webUrl } });
  // Another generator has begun: once it ends, the job is added again.
  if (answer.run.status === "receiving") return;
  if (toTell && found.finishedAt === null) await sayFinished(ctx, found, answer);
  const lookIn = lookAgainIn(answer, { isPatient, isOpen: previous.isOpen });
  if (lookIn !== null) return again(lookIn);
  await decide(ctx, { found, answer, previous, isRecent: toTell, webUrl });
  await inWorkspace((tx) => wakeNext(tx, found));
}

/** In so many seconds; null: it can be decided. */
function lookAgainIn(
  { comparison, retryAfterSeconds }: RunVerdictAnswer,
  { isPatient, isOpen }: { isPatient: boolean; isOpen: boolean },
): number | null {
  if (!isPatient) return null;
  if (comparison?.state === "failed") return LOOK_LATER_SECONDS;
  return retryAfterSeconds !== null || isOpen ? LOOK_AGAIN_SECONDS : null;
}

/** The next run of the line that waits for this one. */
async function wakeNext(tx: WorkspaceTx, found: RunNoticeRead): Promise<void> {
  const next = await readNextOpenNotice(tx, found);
  if (next !== null) await queueRunNotice(tx, next, 0);
}

async function readPrevious(tx: WorkspaceTx, found: RunNoticeRead, patience: number): Promise<Previous> {
  // What was said of these results before they were replaced.
  const own = found.announced === "regressed" ? { ...found, outcome: "regressed" as const } : null;
  const notice = own ?? (await readEarlierNotice(tx, found));
  const around = {
    notice,
    isOpen: await hasOpenNotice(tx, found, patience),
    isPast: await hasLaterNotice(tx, found),
  };
  if (notice?.outcome !== "regressed" || found.pinnedId !== null) return { ...around, comparedWith: null };
  // The last good run may by now be the one that regressed: what it regressed from is what counts.
  const id = notice.baselineRunId;
  const baseline = id === null ? null : await tx.prisma.run.findUnique({ where: { id } });
  return { ...around, comparedWith: baseline === null || baseline.publishedAt === null ? null : id };
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
      event: "run.finished",
      serviceId,
      notice: finishedNotice({ found, answer }),
    });
  });
}
