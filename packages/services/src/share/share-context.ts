import { contextOf } from "../context.ts";
import type { Actor, Context } from "../context.ts";
import { noSuchGameday } from "../gameday/require-gameday.ts";
import { noSuchPeakDay } from "../peak-day/require-peak-day.ts";
import { noSuchRun } from "../run/record/get.ts";
import { noSuchService } from "../service/find.ts";

/** The context of a guest who opened a share link. It has no permissions: only the verbs in this folder answer it. */
export interface ShareContext extends Context {
  readonly actor: Extract<Actor, { kind: "share" }>;
}

/**
 * For reading these runs, once it is certain that the link shows them all: the permissions of a read-only token. It
 * never leaves the verb that created it.
 */
export function readerOf(ctx: ShareContext, runIds: readonly string[]): Context {
  const shown = new Set(ctx.actor.runIds);
  if (!runIds.every((runId) => shown.has(runId))) throw noSuchRun();
  return reading(ctx);
}

/** The same for the peak day that the link shows. */
export function peakDayReaderOf(ctx: ShareContext): { reader: Context; id: string } {
  const { peakDayId } = ctx.actor;
  if (peakDayId === null) throw noSuchPeakDay();
  return { reader: reading(ctx), id: peakDayId };
}

/** The same for the readiness report that the link shows. */
export function reportReaderOf(ctx: ShareContext): { reader: Context; id: string } {
  const { reportOf } = ctx.actor;
  if (reportOf === null) throw noSuchPeakDay();
  return { reader: reading(ctx), id: reportOf };
}

/** The same for the rounds that the link shows: nothing of another service can be read. */
export function roundsReaderOf(ctx: ShareContext): { reader: Context; serviceId: string } {
  const { roundsOf: serviceId } = ctx.actor;
  if (serviceId === null) throw noSuchService();
  return { reader: reading(ctx, serviceId), serviceId };
}

/** The same for the gameday that the link shows. */
export function gamedayReaderOf(ctx: ShareContext): { reader: Context; id: string } {
  const { gamedayId } = ctx.actor;
  if (gamedayId === null) throw noSuchGameday();
  return { reader: reading(ctx), id: gamedayId };
}

function reading(ctx: ShareContext, serviceId: string | null = null): Context {
  const { id } = ctx.actor;
  return contextOf(ctx, ctx.workspaceId, { kind: "token", id, scopes: ["read"], serviceId });
}
