import { isSimulated, LIVE_TRAFFIC, MINUTE_SECONDS, MOST_POOLED, outageOf } from "@headroom/core";
import type { FindingRun } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { storedJudged, storedPhase, storedSummary, storedWarnings } from "../record/stored.ts";

/** The runs of one commit that one of them is judged with. */
export interface CommitPool {
  /** The first of them, or the run itself. What the commit is compared with came before it. */
  first: RunModel;
  /** Those that are judged together, in order of arrival: earlier ones and the run itself, or all that were planned. */
  runs: FindingRun[];
  /** Those before them, and what they failed stays. */
  before: FindingRun[];
  /** How many times the commit has been judged, with this run. */
  look: number;
  /** An earlier one arrived a moment ago, and isn't judged itself yet. */
  isOpen: boolean;
  /** Of a planned number of runs, how many are in; null: they all are, or nobody planned it. */
  waiting: { arrived: number; of: number } | null;
}

/** Under another load, it isn't the same test. */
const LOAD_APART = 1.25;
/** By then a run is judged, or it takes so long that nobody should wait for it. */
const JUDGED_SECONDS = 4 * MINUTE_SECONDS;

/** The complete runs of the same commit, branch, environment and tool. */
export async function readCommitPool(tx: WorkspaceTx, run: RunModel, now: Date): Promise<CommitPool> {
  const { experimentId, commitSha, branch, environment, tool, loadModel, publishedAt, repeats } = run;
  if (commitSha === null || publishedAt === null || tool === LIVE_TRAFFIC) return withoutPool(run);
  const found = await tx.prisma.run.findMany({
    where: {
      id: { not: run.id },
      experimentId,
      commitSha,
      branch,
      environment,
      tool,
      loadModel,
      status: "finished",
      isEvidence: true,
      publishedAt: { not: null },
    },
    orderBy: [{ publishedAt: "asc" }, { number: "asc" }],
  });
  const alike = found.filter((one) => isRepeat(one, run));
  const earlier = alike.filter((one) => isBefore(one, run));
  const plan = repeats === null ? null : planOf(run, alike, repeats);
  const [first = run] = earlier;
  const runs = plan?.runs ?? [...earlier.slice(1 - MOST_POOLED), run];
  const before = earlier.filter((one) => plan === null || isBefore(one, plan.first));
  return {
    first,
    runs: runs.map(named),
    before: before.map(named),
    look: before.length + 1,
    isOpen: before.some((one) => one.outcome === null && secondsSince(one.publishedAt, now) < JUDGED_SECONDS),
    waiting: plan?.waiting ?? null,
  };
}

export function withoutPool(run: RunModel): CommitPool {
  return { first: run, runs: [named(run)], before: [], look: 1, isOpen: false, waiting: null };
}

interface Plan extends Pick<CommitPool, "waiting"> {
  first: RunModel;
  runs: RunModel[];
}

/** The planned runs that this one is of: more than were planned are a plan of their own. */
function planOf(run: RunModel, alike: readonly RunModel[], of: number): Plan {
  const planned = [...alike.filter(({ repeats }) => repeats === of), run].toSorted((a, b) =>
    isBefore(a, b) ? -1 : 1,
  );
  const start = Math.floor(planned.indexOf(run) / of) * of;
  const runs = planned.slice(start, start + of);
  const waiting = runs.length < of ? { arrived: runs.length, of } : null;
  return { first: runs[0] ?? run, runs: waiting === null ? runs : [run], waiting };
}

const named = ({ id, number }: RunModel): FindingRun => ({ id, number });

function isBefore(one: RunModel, run: RunModel): boolean {
  const [a, b] = [one.publishedAt?.getTime() ?? 0, run.publishedAt?.getTime() ?? 0];
  return a < b || (a === b && one.number < run.number);
}

/** The same test once more, and neither an outage nor sent by a simulator. */
function isRepeat(one: RunModel, run: RunModel): boolean {
  const [a, b] = [throughputOf(one), throughputOf(run)];
  if (a === null || b === null || Math.max(a, b) > LOAD_APART * Math.min(a, b)) return false;
  const { durationSeconds = null, errorRate = null } = storedSummary(one.summary) ?? {};
  const holes = storedPhase(one.phase)?.holes ?? [];
  return (
    outageOf({ durationSeconds, errorRate, holes }) === null && !isSimulated(storedWarnings(one.warnings))
  );
}

function throughputOf(run: RunModel): number | null {
  return storedJudged(run)?.throughput ?? null;
}

function secondsSince(at: Date | null, now: Date): number {
  return at === null ? Infinity : (now.getTime() - at.getTime()) / 1_000;
}
