import { runEvents, type RunEvent } from "@headroom/contract";
import { addEvents, readEvents, type WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireRun } from "../record/require-run.ts";

/** Adds events to a run: deploys, scalings, notes. Returns all events of the run. */
export async function addRunEvents({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; body: unknown };
}): Promise<{ events: RunEvent[] }> {
  requireScope(ctx, "ingest");
  const runId = readRunId(input.runId);
  const given = parseInput(runEvents, Array.isArray(input.body) ? input.body : [input.body]);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    const events = given.map(({ at, kind, title, url }) => {
      return { id: ctx.newId(), at: new Date(at), kind, title, url: url ?? null };
    });
    const added = await addEvents(tx, runId, events);
    const detail = { added, given: given.length };
    await writeAudit(tx, ctx, { action: "run.add-events", subjectKind: "run", subjectId: runId, detail });
    return { events: await eventsOf(tx, runId) };
  });
}

/** The events of a run in order of time. */
export async function listRunEvents({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<{ events: RunEvent[] }> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    return { events: await eventsOf(tx, runId) };
  });
}

async function eventsOf(tx: WorkspaceTx, runId: string): Promise<RunEvent[]> {
  const events = await readEvents(tx, runId);
  return events.map(({ at, kind, title, url }) => ({
    at: at.toISOString(),
    // Only this verb writes them.
    kind: kind as RunEvent["kind"],
    title,
    url,
  }));
}
