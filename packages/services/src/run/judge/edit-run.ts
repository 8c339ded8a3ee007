import { z } from "zod";
import { freeText, lineOfText, priceText, runEdit } from "@headroom/contract";
import type { RunSetup } from "@headroom/contract";
import { configurationTexts, isOtherLoad, loadOfRun, whatChanged, whatChangedWords } from "@headroom/core";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import { changedMeanwhile } from "../../changed-meanwhile.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { decideRecentAgain, noteRun } from "../edit/decide-again.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { configurationOf, priceTextOf } from "../record/metadata.ts";
import { setupOf } from "../record/run-setup.ts";
import { judgeRun } from "./judge-run.ts";

const MAX_NOTES_LENGTH = 10_000;

const line = lineOfText.nullable().optional();

/** What isn't given stays as it is. */
export const editRunInput = runEdit.extend({
  runId: z.string(),
  webUrl: z.string(),
  /** When it was last edited, as the editor saw it; not given: whatever anyone else has changed. */
  seen: z.date().nullable().optional(),
  notes: freeText(MAX_NOTES_LENGTH)
    .transform((text) => text.trim())
    .transform((text) => (text === "" ? null : text))
    .nullable()
    .optional(),
  environment: line,
  commit: line,
  branch: line,
  price: priceText.nullable().optional(),
  ciUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .optional(),
});

export interface EditedRun {
  editedAt: Date | null;
  setup: RunSetup;
}

/** Changes what people say about a run. If two people edit at the same time, the second one is told. */
export async function editRun({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof editRunInput>;
}): Promise<EditedRun> {
  requireScope(ctx, "edit");
  const { runId, webUrl, seen, ...given } = parseInput(editRunInput, input);
  const id = readRunId(runId);
  const edit = async (tx: WorkspaceTx): Promise<EditedRun> => {
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    if (seen !== undefined && run.editedAt?.getTime() !== seen?.getTime())
      throw changedMeanwhile(
        "this run",
        "Your changes are still here. Reload the page to see theirs, then save.",
      );
    const after = changesTo(run, given);
    const changed = Object.keys(after);
    const experiment = await tx.prisma.experiment.findUniqueOrThrow({ where: { id: run.experimentId } });
    if (changed.length === 0) return { editedAt: run.editedAt, setup: setupOf({ run, experiment }) };
    const editedAt = ctx.clock();
    const edited = await tx.prisma.run.update({ where: { id }, data: { ...after, editedAt } });
    await writeAudit(tx, ctx, {
      action: "run.edit",
      subjectKind: "run",
      subjectId: id,
      detail: auditedChanges(run, edited, changed),
    });
    if (changed.some((column) => OF_THE_LOAD.has(column))) await judgeByLoad(tx, edited, webUrl);
    // With which runs it is compared and pooled, and which are compared with it.
    const isOther = isOtherLoad(loadOfRun(run, experiment), loadOfRun(edited, experiment));
    if (isOther || changed.some((column) => OF_THE_LEVEL.has(column)))
      await decideRecentAgain(tx, run.experimentId);
    return { editedAt, setup: setupOf({ run: edited, experiment }) };
  };
  return ctx.db.inWorkspace(ctx.workspaceId, edit, { patient: true });
}

/** The body of `PATCH /v1/runs/{id}`: fewer fields than an editor has. */
export async function editRunFrom({
  ctx,
  input: { runId, body, webUrl },
}: {
  ctx: Context;
  input: { runId: string; body: unknown; webUrl: string };
}): Promise<RunSetup> {
  requireScope(ctx, "edit");
  const { setup } = await editRun({ ctx, input: { ...parseInput(runEdit, body), runId, webUrl } });
  return setup;
}

const OF_THE_LEVEL: ReadonlySet<string> = new Set(["branch", "environment", "commitSha"]);
/** From these follows how many requests it should have. */
const OF_THE_LOAD: ReadonlySet<string> = new Set(["ratePerGenerator", "generators"]);

async function judgeByLoad(tx: WorkspaceTx, run: RunModel, webUrl: string): Promise<void> {
  const { run: after } = await judgeRun(tx, { runId: run.id, targetSetId: run.targetSetId, webUrl });
  if (after.status !== "receiving") await noteRun(tx, after, { silent: true });
}

type Given = Omit<z.output<typeof editRunInput>, "runId" | "webUrl" | "seen">;

/** By column, what is given and differs. */
function changesTo(run: RunModel, { configuration, commit, price, ...plain }: Given) {
  const given = {
    ...plain,
    ...(commit === undefined ? {} : { commitSha: commit }),
    ...(price === undefined ? {} : { price: price === null ? null : priceTextOf(price) }),
  };
  const differing = Object.entries(given).filter(
    ([column, value]) => value !== undefined && Reflect.get(run, column) !== value,
  );
  const isSame =
    configuration === undefined ||
    whatChanged(sideOf(configurationOf(run)), sideOf(configuration)).configuration.length === 0;
  return { ...Object.fromEntries(differing), ...(isSame ? {} : { configuration }) };
}

function sideOf(configuration: Record<string, string>) {
  return { configuration, changed: null };
}

/** Prices and configurations with what they were: others compare by them. */
function auditedChanges(before: RunModel, after: RunModel, columns: readonly string[]) {
  const changed = columns.map((column) => (column === "commitSha" ? "commit" : column));
  const configuration = whatChangedWords(
    whatChanged(sideOf(configurationOf(before)), sideOf(configurationOf(after))),
  );
  return {
    changed,
    ...(columns.includes("price") ? { priceBefore: before.price, price: after.price } : {}),
    ...(columns.includes("configuration")
      ? { configuration, configurationBefore: configurationTexts(configurationOf(before)) }
      : {}),
  };
}
