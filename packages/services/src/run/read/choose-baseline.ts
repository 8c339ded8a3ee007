import type { RunVerdictParameters } from "@headroom/contract";
import { isSimulated, levelOf } from "@headroom/core";
import type { LevelRun, LevelStep, Reason } from "@headroom/core";
import { readListedRuns } from "@headroom/db";
import type { ListedRunRead, RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { isNews } from "../../notification/queue-run-notice.ts";
import { onlyServiceOf } from "../../scope.ts";
import { flawOf } from "../record/baseline-flaw.ts";
import { noSuchRun } from "../record/get.ts";
import { storedWarnings } from "../record/stored.ts";
import { levelBranches, likeOf, readLevelRuns, stepsAmong } from "./level-runs.ts";
import type { LevelRunRead } from "./level-runs.ts";

export type ChosenBaseline =
  | {
      run: ListedRunRead;
      /** The other runs of the level, of which this is the newest; empty: it is compared with alone. */
      level: ListedRunRead[];
      chosen: "pinned" | "last-good" | "commit" | "named";
      /** Its place in the given commits. */
      commitsBack: number | null;
    }
  | {
      run: null;
      why: readonly Reason[];
      /** Nothing is wrong: there is no other run yet, or this one is what others are compared with. */
      isExpected: boolean;
    };

/**
 * The run to compare another one with. A chosen run is a good one; a pinned or named run is what its user says. `first`: the
 * first run of its commit, so that a commit isn't compared with itself.
 */
export async function chooseBaseline(
  tx: WorkspaceTx,
  ctx: Context,
  { run, first = run, baseline, commit }: RunVerdictParameters & { run: RunModel; first?: RunModel },
): Promise<ChosenBaseline> {
  if (commit !== undefined) return byCommit(tx, run, commit);
  if (baseline === "last-good") return lastGood(tx, first);
  if (baseline !== undefined && baseline !== "pinned") return byName(tx, ctx, run, baseline.toLowerCase());
  const { baselineRunId } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: run.experimentId },
    select: { baselineRunId: true },
  });
  if (baselineRunId === run.id) return { run: null, why: [{ code: "is-baseline" }], isExpected: true };
  const pinned = baselineRunId === null ? null : await readOne(tx, baselineRunId, null);
  if (pinned !== null) return { run: pinned, level: [], chosen: "pinned", commitsBack: null };
  return baseline === undefined ? lastGood(tx, first) : none(tx, run, [{ code: "none-set" }]);
}

/** The run that a judgement was made against. */
export async function baselineOf(
  tx: WorkspaceTx,
  { experimentId }: Pick<RunModel, "experimentId">,
  { id, level: levelIds }: { id: string; level: readonly string[] },
): Promise<ChosenBaseline> {
  const run = await readOne(tx, id, null);
  if (run === null) return { run: null, why: [{ code: "reference-deleted" }], isExpected: false };
  const { baselineRunId } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: experimentId },
    select: { baselineRunId: true },
  });
  const level =
    levelIds.length === 0
      ? []
      : await readListedRuns(tx, { serviceId: null, ids: levelIds, limit: levelIds.length });
  return { run, level, chosen: baselineRunId === id ? "pinned" : "last-good", commitsBack: null };
}

async function byName(tx: WorkspaceTx, ctx: Context, run: RunModel, id: string): Promise<ChosenBaseline> {
  if (id === run.id) return { run: null, why: [{ code: "itself" }], isExpected: false };
  const named = await readOne(tx, id, onlyServiceOf(ctx.actor));
  if (named === null) throw noSuchRun();
  return { run: named, level: [], chosen: "named", commitsBack: null };
}

/** The level of the runs before this one that were made like it: its newest run, and the others. */
async function lastGood(
  tx: WorkspaceTx,
  run: RunModel,
  flaw: (one: ListedRunRead) => { reason: Reason } | null = flawOf,
): Promise<ChosenBaseline> {
  const { names, branches } = await levelBranches(tx, run);
  // What was accepted on a branch is the level of that branch.
  const own = branches.includes(run.branch)
    ? []
    : await readListedRuns(tx, {
        ...likeOf(run),
        placedBefore: run,
        branches: [run.branch],
        onlyAccepted: true,
      });
  const runs = await readLevelRuns(tx, run, branches);
  const listed = [...own, ...runs.map((one) => one.listed).toReversed()];
  const found = isNews(run) ? listed.map(overtaken) : listed;
  const [accepted] = own;
  const isPresent = !branches.includes(run.branch);
  const level =
    accepted === undefined
      ? levelAmong(runs, found.toReversed(), { flaw, isPresent, steps: await stepsAmong(tx, runs, run) })
      : [accepted];
  const [good = found.find((one) => flaw(one) === null), ...others] = level;
  if (good !== undefined) return { run: good, level: others, chosen: "last-good", commitsBack: null };
  const { environment, tool } = run;
  const where = { branches: [...names], environment, tool };
  const [latest] = found;
  const why: Reason[] =
    latest === undefined
      ? [{ code: (await hasOthers(tx, run, branches)) ? "no-alike-earlier" : "no-earlier", ...where }]
      : [{ code: "no-good-earlier", ...where }, ...flawed(latest, flaw(latest))];
  return none(tx, run, why);
}

/** To a gate no simulated run is good, and a real one can't be compared with it. Among themselves, some are. */
export function lastGoodAlike(tx: WorkspaceTx, run: RunModel): Promise<ChosenBaseline> {
  return lastGood(tx, run, isSimulated(storedWarnings(run.warnings)) ? flawAmongSimulated : flawOf);
}

function flawAmongSimulated(run: ListedRunRead): ReturnType<typeof flawOf> {
  if (!isSimulated(run.warnings)) return { isSevere: true, reason: { code: "not-simulated" } };
  return flawOf({ ...run, warnings: [] });
}

/** Runs of other lengths, or under another load. */
async function hasOthers(
  tx: WorkspaceTx,
  run: RunModel,
  branches: readonly (string | null)[],
): Promise<boolean> {
  const found = await readListedRuns(tx, { ...likeOf(run), placedBefore: run, branches, limit: 1 });
  return found.length > 0;
}

/** The newest first. `listed`: the same runs, as they count for this one. */
function levelAmong(
  runs: readonly LevelRunRead[],
  listed: readonly ListedRunRead[],
  {
    flaw,
    isPresent,
    steps,
  }: {
    flaw: (one: ListedRunRead) => { reason: Reason } | null;
    isPresent: boolean;
    steps: readonly LevelStep[];
  },
): ListedRunRead[] {
  const known = listed.map((one, at) => ({
    figures: runs[at]?.figures ?? null,
    isSound: flaw({ ...one, compared: null }) === null,
    against: flaw(one) === null ? null : againstOf(one),
    isAccepted: one.isAccepted,
  }));
  return levelOf(known, steps, { isPresent })
    .flatMap((at) => listed[at] ?? [])
    .toReversed();
}

function againstOf({ compared, hasLabelRegressed }: ListedRunRead): LevelRun["against"] {
  return compared === "regressed" && !hasLabelRegressed ? "run" : "other";
}

/** A new run doesn't wait for an archive to be compared. */
function overtaken(one: ListedRunRead): ListedRunRead {
  return one.isUndecided && !isNews(one) ? { ...one, compared: "undecided" } : one;
}

async function byCommit(tx: WorkspaceTx, run: RunModel, commits: readonly string[]): Promise<ChosenBaseline> {
  const found = await readListedRuns(tx, { ...likeOf(run), commits });
  const placed = found
    .filter(({ id }) => id !== run.id)
    .map((one) => ({ one, at: commits.findIndex((commit) => isSameCommit(commit, one.commit ?? "")) }))
    .toSorted((a, b) => a.at - b.at);
  const good = placed.find(({ one }) => flawOf(one) === null);
  if (good !== undefined) return { run: good.one, level: [], chosen: "commit", commitsBack: good.at };
  const [nearest] = placed;
  const { environment, tool } = run;
  const where = { commit: commits[0] ?? "", others: commits.length - 1, environment, tool };
  const why: Reason[] =
    nearest === undefined
      ? [{ code: "no-run-of-commit", ...where }]
      : [{ code: "no-good-of-commit", ...where }, ...flawed(nearest.one, flawOf(nearest.one))];
  return none(tx, run, why);
}

function flawed({ number }: ListedRunRead, flaw: { reason: Reason } | null): Reason[] {
  return flaw === null ? [] : [{ code: "latest-run", number }, flaw.reason];
}

async function none(tx: WorkspaceTx, run: RunModel, why: readonly Reason[]): Promise<ChosenBaseline> {
  const [, second] = await readListedRuns(tx, { serviceId: null, experimentId: run.experimentId, limit: 2 });
  return { run: null, why, isExpected: second === undefined };
}

async function readOne(tx: WorkspaceTx, id: string, serviceId: string | null): Promise<ListedRunRead | null> {
  const [found] = await readListedRuns(tx, { serviceId, id, limit: 1 });
  return found ?? null;
}

function isSameCommit(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 7 && (a.startsWith(b) || b.startsWith(a)));
}
