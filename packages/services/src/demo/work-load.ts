import { z } from "zod";
import { HOUR_MILLIS } from "@headroom/core";
import type { JobRun, WorkspaceTx } from "@headroom/db";
import type { Context, Services } from "../context.ts";
import { createToken } from "../token/create.ts";
import { revokeToken } from "../token/revoke.ts";
import { systemContext } from "../workspace/ensure.ts";
import { holdDemoState, writeDemoState } from "./state.ts";
import type { DemoState } from "./state.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), loadId: z.uuid() });
const TOKEN_MILLIS = HOUR_MILLIS;

/** Somebody removes the demo while it loads. */
class DemoStopped extends Error {}

export interface DemoLoading {
  loadId: string;
  startedAt: Date;
  /** Can upload, read and manage, until the job ends. */
  token: string;
  /** Of the person who asked for the demo; null: they may no longer accept risks here. */
  ownerEmail: string | null;
  signal: AbortSignal;
  /** How many runs it will be. */
  expect(runs: number): Promise<void>;
  /** A run is there. Throws if the demo isn't wanted any more. */
  note(runId: string): Promise<void>;
}

interface LoadDemoWork {
  services: Services;
  job: JobRun;
  /** Uploads the demo. What was uploaded by an earlier attempt is answered again. */
  upload: (loading: DemoLoading) => Promise<void>;
  /** Null: worth another try. Otherwise what to tell the person. */
  refusalOf: (error: unknown, last: boolean) => string | null;
}

/** Loads the demo with a token of its own. A process that is killed leaves the rest to the next one. */
export async function workLoadDemo({ services, job, upload, refusalOf }: LoadDemoWork): Promise<void> {
  const { workspaceId, loadId } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const begun = await begin(ctx, loadId);
  if (begun === null) return;
  const expiresAt = new Date(ctx.clock().getTime() + TOKEN_MILLIS);
  const input = {
    name: "Demo data",
    scopes: ["ingest" as const, "read" as const, "manage" as const],
    expiresAt,
  };
  const token = await createToken({ ctx, input });
  try {
    // Before anything is made with it.
    await change(ctx, loadId, ({ tokens }) => ({ tokens: [...tokens, token.id] }));
    await upload({
      loadId,
      ...begun,
      token: token.secret,
      signal: job.signal,
      expect: (runsTotal) => change(ctx, loadId, () => ({ runsTotal })),
      note: (runId) => change(ctx, loadId, ({ runs }) => ({ runs: [...new Set([...runs, runId])] })),
    });
    await change(ctx, loadId, () => ({ status: "loaded" }));
  } catch (error) {
    if (error instanceof DemoStopped) return;
    const refusal = refusalOf(error, job.last);
    if (refusal === null && !job.last) throw error;
    const problem = refusal ?? "The server didn't manage to load it.";
    await change(ctx, loadId, () => ({ status: "failed", problem }));
    if (refusal === null) throw error;
  } finally {
    await revokeToken({ ctx, input: { tokenId: token.id } });
  }
}

/** Null: this demo has been loaded, or isn't wanted any more. */
function begin(ctx: Context, loadId: string): Promise<Pick<DemoLoading, "startedAt" | "ownerEmail"> | null> {
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const state = await holdDemoState(tx, ctx);
    if (state?.status !== "loading" || state.loadId !== loadId) return null;
    const ownerEmail = await emailOfEditor(tx, state.startedBy);
    return { startedAt: new Date(state.startedAt), ownerEmail };
  });
}

async function emailOfEditor(tx: WorkspaceTx, personId: string): Promise<string | null> {
  const member = await tx.prisma.membership.findFirst({ where: { personId, role: { not: "viewer" } } });
  if (member === null) return null;
  const person = await tx.prisma.person.findUnique({ where: { id: personId }, select: { email: true } });
  return person?.email ?? null;
}

function change(ctx: Context, loadId: string, to: (state: DemoState) => Partial<DemoState>): Promise<void> {
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const state = await holdDemoState(tx, ctx);
    if (state?.status !== "loading" || state.loadId !== loadId) throw new DemoStopped("the demo is removed");
    await writeDemoState(tx, ctx, { ...state, ...to(state) });
  });
}
