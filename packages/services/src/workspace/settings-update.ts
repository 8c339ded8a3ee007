import { isDeepStrictEqual } from "node:util";
import { changedSettings } from "@headroom/contract";
import type { WorkspaceSettings } from "@headroom/contract";
import { mergeSettings } from "@headroom/db";
import type { NewJob } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import type { JobName } from "../jobs/add-job.ts";
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
    const changed: Record<string, boolean | number | string | string[] | null> = {};
    for (const [name, value] of Object.entries(given))
      if (value !== undefined && !isDeepStrictEqual(Reflect.get(before, name), value)) changed[name] = value;
    if (Object.keys(changed).length === 0) return before;
    const settings = await mergeSettings(tx, ctx.workspaceId, changed);
    for (const job of followingFrom(changed)) await addJob(tx, { ...job, attempts: 5 });
    await writeAudit(tx, ctx, {
      action: "workspace.settings",
      subjectKind: "workspace",
      subjectId: ctx.workspaceId,
      detail: changed,
    });
    return storedSettings(settings);
  });
}

/** Recent runs are judged by what has changed. */
function* followingFrom(changed: object): Generator<Pick<NewJob, "payload" | "key"> & { name: JobName }> {
  // How sure the verdicts of all of them have to be.
  if ("targetConfidence" in changed)
    yield { name: "judge-recent", payload: { experimentId: null }, key: "judge-recent" };
  // Those that a step of the trend counts against.
  if ("afterStep" in changed) yield decideRecent("after-step");
  // What they are compared with.
  if ("defaultBranch" in changed) yield decideRecent("all");
}

const decideRecent = (which: "all" | "after-step") =>
  ({ name: "decide-recent", payload: { which, after: null }, key: `decide-recent ${which}` }) as const;
