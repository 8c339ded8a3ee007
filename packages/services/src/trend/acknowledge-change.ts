import { changeAcknowledgement } from "@headroom/contract";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { saveNote } from "./save-note.ts";

/** Saves a note on a change, and nothing else: an earlier form of `acceptChange` that the API still has. */
export async function acknowledgeChange({
  ctx,
  input: { experimentId, body },
}: {
  ctx: Context;
  input: { experimentId: string; body: unknown };
}): Promise<{ id: string }> {
  requireScope(ctx, "edit");
  const note = parseInput(changeAcknowledgement, body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    saveNote(tx, ctx, { experiment: await requireExperiment(tx, ctx, experimentId), note }),
  );
}
