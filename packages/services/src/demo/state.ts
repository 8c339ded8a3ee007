import { z } from "zod";
import { MINUTE_MILLIS } from "@headroom/core";
import { holdDemo } from "@headroom/db";
import type { Prisma, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";

const ids = z.array(z.uuid());

const demoState = z.object({
  status: z.enum(["loading", "loaded", "failed", "removing"]),
  /** A demo that is loaded again is another one. */
  loadId: z.uuid(),
  startedAt: z.iso.datetime(),
  startedBy: z.uuid(),
  /** When something happened last. */
  at: z.iso.datetime(),
  /** Null: not counted yet. */
  runsTotal: z.int().nullable(),
  runs: ids,
  /** That it was loaded with, one an attempt: what the audit log has of them is what the demo made. */
  tokens: ids,
  /** Why it failed. */
  problem: z.string().nullable(),
});
export type DemoState = z.infer<typeof demoState>;

/** A job that was killed is taken up again much earlier. */
const STALLED_MILLIS = 5 * MINUTE_MILLIS;

export function readDemoState(stored: Prisma.JsonValue): DemoState | null {
  const state = demoState.safeParse(stored);
  return state.success ? state.data : null;
}

/** Nobody else changes it before the transaction ends. */
export async function holdDemoState(tx: WorkspaceTx, { workspaceId }: Context): Promise<DemoState | null> {
  return readDemoState(await holdDemo(tx, workspaceId));
}

export async function writeDemoState(tx: WorkspaceTx, ctx: Context, state: DemoState): Promise<void> {
  const demo = { ...state, at: ctx.clock().toISOString() };
  await tx.prisma.workspace.update({ where: { id: ctx.workspaceId }, data: { demo } });
}

/** It should be moving, and isn't. */
export function isStalled({ status, at }: DemoState, now: Date): boolean {
  const isMoving = status === "loading" || status === "removing";
  return isMoving && now.getTime() - Date.parse(at) > STALLED_MILLIS;
}
