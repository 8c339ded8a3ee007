import { changeAcceptance } from "@headroom/contract";
import type { AcceptedChange } from "@headroom/contract";
import { readListedRuns } from "@headroom/db";
import type { ExperimentModel, ListedRunRead, WorkspaceTx } from "@headroom/db";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { markAccepted } from "../run/edit/accept.ts";
import { acceptRefusal } from "../run/record/accept-refusal.ts";
import { readRunRow } from "../run/record/choose-window.ts";
import { defaultBranchesOf, spelledBranches } from "../run/record/default-branch.ts";
import { holdRunRow } from "../run/record/hold-run-row.ts";
import { readChanges } from "../run/record/read-changes.ts";
import { requireScope } from "../scope.ts";
import { saveNote } from "./save-note.ts";
import type { ChangeNote } from "./save-note.ts";

/** Nobody accepts a level later than this many runs after it began. */
const LOOKED_AT = 200;

/**
 * Accepts a change of a trend: its reason stays with it, and if runs of the default branch are compared with the level before it, later runs are
 * compared with the newest run of the new level that can be accepted.
 */
export async function acceptChange({
  ctx,
  input: { experimentId, body },
}: {
  ctx: Context;
  input: { experimentId: string; body: unknown };
}): Promise<AcceptedChange> {
  requireScope(ctx, "edit");
  const { reason, ...change } = parseInput(changeAcceptance, body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const experiment = await requireExperiment(tx, ctx, experimentId);
    const { id } = await saveNote(tx, ctx, { experiment, note: { ...change, word: reason } });
    if (!(await isHeldAgainst(tx, experiment, change))) return { id, run: null, why: null };
    const { run, why } = await newestAcceptable(tx, experiment, change.runId);
    if (run === null) return { id, run, why };
    const row = await holdRunRow(tx, () => readRunRow(tx, ctx, run.id));
    await markAccepted(tx, ctx, { run: row, reason });
    return { id, run: { id: run.id, number: run.number }, why: null };
  });
}

/** Whether the latest run that counts is judged by the level before it. */
async function isHeldAgainst(
  tx: WorkspaceTx,
  { latestRunId }: ExperimentModel,
  { metric, label }: Pick<ChangeNote, "metric" | "label">,
): Promise<boolean> {
  const changes = await readChanges(tx, latestRunId);
  return changes.some((one) => one.state === "worse" && one.metric === metric && one.label === label);
}

interface Found {
  run: ListedRunRead | null;
  /** Of the newest, why it can't be accepted. */
  why: string | null;
}

/** Of the default branch since the change. */
async function newestAcceptable(
  tx: WorkspaceTx,
  experiment: ExperimentModel,
  firstId: string,
): Promise<Found> {
  const names = await defaultBranchesOf(tx, { ...experiment, experimentId: experiment.id });
  const listed = await readListedRuns(tx, {
    serviceId: null,
    experimentId: experiment.id,
    branches: [...spelledBranches(names), null],
    onlyComplete: true,
    limit: LOOKED_AT,
  });
  const byTime = listed.toSorted((a, b) => b.placedAt.getTime() - a.placedAt.getTime());
  const since = byTime.slice(0, byTime.findIndex(({ id }) => id === firstId) + 1);
  const isPinned = experiment.baselineRunId !== null;
  const run = since.find((one) => one.isAccepted || acceptRefusal(one, { isPinned }) === null) ?? null;
  const [newest] = since;
  const refusal = newest === undefined || run !== null ? null : acceptRefusal(newest, { isPinned });
  return { run, why: refusal?.message ?? null };
}
