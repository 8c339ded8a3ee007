import { changedSettings } from "@headroom/contract";
import type { WorkspaceSettings } from "@headroom/contract";
import { mergeSettings } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { readSettings, storedSettings } from "./settings.ts";

/** Changes the given settings and returns all of them. A change to the same values writes no audit entry. */
export async function updateWorkspaceSettings({
  ctx,
  input,
}: {
  ctx: Context;
  input: unknown;
}): Promise<WorkspaceSettings> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const given = parseInput(changedSettings, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const before = await readSettings(tx, ctx.workspaceId);
    const changed: Record<string, boolean | number | string | null> = {};
    for (const [name, value] of Object.entries(given))
      if (value !== undefined && Reflect.get(before, name) !== value) changed[name] = value;
    if (Object.keys(changed).length === 0) return before;
    const settings = await mergeSettings(tx, ctx.workspaceId, changed);
    // How sure the verdicts of all recent runs have to be.
    if ("targetConfidence" in changed)
      await addJob(tx, {
        name: "judge-recent",
        payload: { experimentId: null },
        key: "judge-recent",
        attempts: 5,
      });
    // Those that a step of the trend counts against.
    if ("afterStep" in changed)
      await addJob(tx, {
        name: "judge-after-step",
        payload: { after: null },
        key: "judge-after-step",
        attempts: 5,
      });
    await writeAudit(tx, ctx, {
      action: "workspace.settings",
      subjectKind: "workspace",
      subjectId: ctx.workspaceId,
      detail: changed,
    });
    return storedSettings(settings);
  });
}
