import { MAX_RUN_EVENTS, runEvents } from "@headroom/contract";
import type { RunEvent } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { addEvents, holdRun, readEvents } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
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
    // One at a time, so that together they can't exceed the limit.
    await holdRun(tx, runId);
    const events = given.map(({ at, kind, title, url }) => {
      return { id: ctx.newId(), at: new Date(at), kind, title, url: url ?? null };
    });
    const added = await addEvents(tx, runId, events);
    const all = await eventsOf(tx, runId);
    if (all.length > MAX_RUN_EVENTS) throw tooMany();
    const detail = { added, given: given.length };
    await writeAudit(tx, ctx, { action: "run.add-events", subjectKind: "run", subjectId: runId, detail });
    return { events: all };
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

function tooMany(): HeadroomError {
  return new HeadroomError("too-many-events", `A run can have at most ${MAX_RUN_EVENTS} events.`, {
    hint: "None of these events were added. Send only those that explain a change in the run.",
  });
}
