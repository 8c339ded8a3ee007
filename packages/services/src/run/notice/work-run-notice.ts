import type { RunVerdictAnswer } from "@headroom/contract";
import { DAY_SECONDS, SECOND_MILLIS } from "@headroom/core";
import {
  hasAcceptedSince,
  hasLaterNotice,
  hasOpenNews,
  hasOpenNotice,
  readEarlierNotice,
  readNextOpenNotices,
  readRunNotice,
} from "@headroom/db";
import type { EarlierNotice, JobRun, RunNoticeRead, WorkspaceTx } from "@headroom/db";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { isAwaited, isNews, NEWS_MILLIS, queueRunNotice } from "../../notification/queue-run-notice.ts";
import { systemContext } from "../../workspace/ensure.ts";
import { decideLaterAgain } from "../edit/decide-again.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";
import type { ComparedWith } from "../judgement/get-verdict.ts";
import { decide } from "./decide.ts";
import type { Previous } from "./decide.ts";
import { waitSecondsFor } from "./wait-seconds.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), runId: z.uuid() });

/** How often to look whether a comparison is computed, and for how long. */
const LOOK_AGAIN_SECONDS = 3;
/** A comparison that failed is requested again after a minute. */
const LOOK_LATER_SECONDS = 60;
const PATIENCE_SECONDS = 900;
/** Runs of an archive, and runs that are decided again, wait for each other, and for everything else. */
const IDLE_PATIENCE_SECONDS = DAY_SECONDS;

/** Judges a run, and sends the messages about it. */
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
  const patience = isAwaited(found) ? PATIENCE_SECONDS : IDLE_PATIENCE_SECONDS;
  const isPatient = found.ageSeconds < patience;
  const previous = await inWorkspace((tx) => readPrevious(tx, found, patience));
  // What an earlier run turns out to be decides what this one is compared with. It says when it is known.
  if (!isAwaited(found) && isPatient && previous.isOpen) return again(LOOK_LATER_SECONDS);
  const { queuedAt } = found;
  const deciding = { comparedWith: previous.comparedWith, isLast: !isPatient, queuedAt };
  const answer = await getRunVerdict({ ctx, input: { runId, parameters: {}, webUrl, deciding } });
  // Another generator has begun: once it ends, the job is added again.
  if (answer.run.status === "receiving") return;
  const lookIn = lookAgainIn(answer, { isPatient, isOpen: previous.isOpen });
  const { judgement } = answer;
  if (lookIn !== null || judgement === null) return again(lookIn ?? LOOK_AGAIN_SECONDS);
  await decide(ctx, { found, answer, judgement, previous, isRecent: isNews(found), webUrl });
  await inWorkspace((tx) => wakeOthers(tx, found));
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

/** The next runs, which wait for this one, and those that didn't wait, if it isn't what they took it for. */
async function wakeOthers(tx: WorkspaceTx, found: RunNoticeRead): Promise<void> {
  const decided = await tx.prisma.runNotice.findUnique({ where: { runId: found.runId } });
  const outcome = decided?.outcome ?? null;
  if (outcome !== null && outcome !== found.outcomeBefore) await decideLaterAgain(tx, found);
  for (const next of await readNextOpenNotices(tx, found)) await queueRunNotice(tx, next, 0);
}

async function readPrevious(tx: WorkspaceTx, found: RunNoticeRead, patience: number): Promise<Previous> {
  // What was said of these results before they were replaced. If nothing will be said, it is decided as if it had just arrived.
  const isSaid = found.announced === "regressed" && !found.silent;
  const own = isSaid ? { ...found, outcome: "regressed" as const } : null;
  const notice = own ?? (await readEarlierNotice(tx, found));
  const around = {
    notice,
    isOpen: await hasOpenBefore(tx, found, patience),
    isPast: await hasLaterNotice(tx, found),
  };
  const isRegressed = notice?.outcome === "regressed" && found.pinnedId === null;
  return { ...around, comparedWith: isRegressed ? await regressedFrom(tx, found, notice) : null };
}

/** The last good run may by now be the one that regressed: what it regressed from is what counts. */
async function regressedFrom(
  tx: WorkspaceTx,
  found: RunNoticeRead,
  { runId, baselineRunId: id }: EarlierNotice,
): Promise<ComparedWith | null> {
  const baseline = id === null ? null : await tx.prisma.run.findUnique({ where: { id } });
  const isThere = baseline !== null && baseline.publishedAt !== null && baseline.isEvidence;
  const isPast = !isThere || (await hasAcceptedSince(tx, found, baseline.id));
  if (isPast) return null;
  const judged = await tx.prisma.judgement.findFirst({ where: { runId, isOwn: true } });
  const level = judged?.referenceRunId === baseline.id ? judged.referenceLevel : [];
  return { id: baseline.id, level };
}

/** What is compared with a set baseline depends on no other run. */
function hasOpenBefore(tx: WorkspaceTx, found: RunNoticeRead, withinSeconds: number): Promise<boolean> {
  if (isAwaited(found))
    return hasOpenNews(tx, found, { withinSeconds, newsSeconds: NEWS_MILLIS / SECOND_MILLIS });
  return found.pinnedId === null ? hasOpenNotice(tx, found, { withinSeconds }) : Promise.resolve(false);
}
