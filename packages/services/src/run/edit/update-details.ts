import { z } from "zod";
import { freeText, lineOfText, priceText } from "@headroom/contract";
import { holdRun } from "@headroom/db";
import type { RunModel } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import { changedMeanwhile } from "../../changed-meanwhile.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { priceTextOf } from "../record/metadata.ts";
import { decideRecentAgain } from "./decide-again.ts";

const MAX_NOTES_LENGTH = 10_000;
const MAX_TAGS = 50;

const line = lineOfText.nullable();
/** "team" or "team=search": a name, with a value if it has one. */
const tag = lineOfText.regex(/^[^=]/u, "a tag must start with a name");

export const updateRunDetailsInput = z.strictObject({
  runId: z.string(),
  /** When they last changed, as the editor saw them. */
  seen: z.date().nullable(),
  notes: freeText(MAX_NOTES_LENGTH)
    .transform((text) => text.trim())
    .transform((text) => (text === "" ? null : text))
    .nullable(),
  tags: z.array(tag).max(MAX_TAGS),
  environment: line,
  commit: line,
  branch: line,
  price: priceText.nullable(),
  ciUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable(),
});
type Details = Omit<z.output<typeof updateRunDetailsInput>, "runId" | "seen">;

/** Changes what people say about a run. If two people edit at the same time, the second one is told. */
export async function updateRunDetails({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof updateRunDetailsInput>;
}): Promise<{ editedAt: Date | null }> {
  requireScope(ctx, "edit");
  const { runId, seen, ...details } = parseInput(updateRunDetailsInput, input);
  const id = readRunId(runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await readRunRow(tx, ctx, id);
    await holdRun(tx, id);
    const run = await readRunRow(tx, ctx, id);
    if (run.editedAt?.getTime() !== seen?.getTime())
      throw changedMeanwhile(
        "this run",
        "Your changes are still here. Reload the page to see theirs, then save.",
      );
    const after = columnsOf(details);
    const changed = changedIn(run, after);
    if (changed.length === 0) return { editedAt: run.editedAt };
    const editedAt = ctx.clock();
    await tx.prisma.run.update({ where: { id }, data: { ...after, editedAt } });
    // With which runs it is compared and pooled, and which are compared with it.
    if (changed.some((name) => name === "branch" || name === "environment" || name === "commit"))
      await decideRecentAgain(tx, run.experimentId);
    const detail = {
      changed,
      ...(changed.includes("price") ? { priceBefore: run.price, price: after.price } : {}),
    };
    await writeAudit(tx, ctx, { action: "run.edit", subjectKind: "run", subjectId: id, detail });
    return { editedAt };
  });
}

function columnsOf({ notes, tags, environment, commit, branch, ciUrl, price }: Details) {
  const plain = { notes, environment, commitSha: commit, branch, ciUrl };
  return { ...plain, labels: labelsOf(tags), price: price === null ? null : priceTextOf(price) };
}

/** Tags are what uploads call labels: a name, and a value that can be empty. */
function labelsOf(tags: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    tags.map((text) => {
      const [name = "", ...value] = text.split("=");
      return [name.trim(), value.join("=").trim()];
    }),
  );
}

function changedIn(run: RunModel, after: ReturnType<typeof columnsOf>): string[] {
  const { labels, ...plain } = after;
  const names = Object.entries(plain).filter(([name, value]) => Reflect.get(run, name) !== value);
  const before = run.labels as Record<string, string>;
  const same =
    Object.keys(labels).length === Object.keys(before).length &&
    Object.entries(labels).every(([name, value]) => before[name] === value);
  return [...names.map(([name]) => (name === "commitSha" ? "commit" : name)), ...(same ? [] : ["tags"])];
}
