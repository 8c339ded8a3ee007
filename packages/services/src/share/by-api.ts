import { askedShare, newShareByApi, shareParameters } from "@headroom/contract";
import type { CreatedShareAnswer, ListedShareAnswer, ShareSubject } from "@headroom/contract";
import type { z } from "zod";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { createShare } from "./create.ts";
import { listShares } from "./list.ts";

/** Creates a share link, and returns its address. */
export async function createShareFrom({
  ctx,
  keepDays,
  input,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { body: unknown; webUrl: string };
}): Promise<CreatedShareAnswer> {
  requireScope(ctx, "edit");
  const { frozen, ...wanted } = parseInput(newShareByApi, input.body);
  const { id, path, expiresAt } = await createShare({
    ctx,
    input: wanted,
    freeze: frozen ? { keepDays } : null,
  });
  return { id, url: input.webUrl + path, expiresAt: expiresAt.toISOString() };
}

/** For how many days an upload wants a link of its run, and its other parameters. Refused before anything is read. */
export function readAskedShare(
  ctx: Context,
  parameters: unknown,
): { days: number | null; parameters: unknown } {
  if (typeof parameters !== "object" || parameters === null || !("share" in parameters))
    return { days: null, parameters };
  requireScope(ctx, "edit");
  const { share: given, ...others } = parameters;
  return { days: parseInput(askedShare, { share: given }).share ?? null, parameters: others };
}

/** The link that an upload asked for. */
export function shareUploadedRun({
  ctx,
  keepDays,
  input: { runId, days, webUrl },
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { runId: string; days: number; webUrl: string };
}): Promise<CreatedShareAnswer> {
  const wanted = { subject: { kind: "run", runId }, expiresInDays: days };
  return createShareFrom({ ctx, keepDays, input: { body: wanted, webUrl } });
}

/** The links that show one thing. */
export async function listSharesOf({
  ctx,
  input: { parameters },
}: {
  ctx: Context;
  input: { parameters: unknown };
}): Promise<{ shares: ListedShareAnswer[] }> {
  requireScope(ctx, "edit");
  const found = await listShares({
    ctx,
    input: { subject: subjectOf(parseInput(shareParameters, parameters)) },
  });
  return {
    shares: found.map(({ createdBy: _member, ...share }) => ({
      ...share,
      createdAt: share.createdAt.toISOString(),
      expiresAt: share.expiresAt.toISOString(),
      revokedAt: share.revokedAt?.toISOString() ?? null,
      lastOpenedAt: share.lastOpenedAt?.toISOString() ?? null,
      frozenAt: share.frozenAt?.toISOString() ?? null,
    })),
  };
}

function subjectOf(asked: z.output<typeof shareParameters>): ShareSubject {
  if ("run" in asked) return { kind: "run", runId: asked.run };
  if ("peakDay" in asked) return { kind: asked.kind, peakDayId: asked.peakDay };
  if ("gameday" in asked) return { kind: "gameday", gamedayId: asked.gameday };
  if ("split" in asked) {
    const { service, split } = asked;
    return { kind: "rounds", service, rounds: { by: "date", split } };
  }
  if ("key" in asked) {
    const { service, ...rounds } = asked;
    return { kind: "rounds", service, rounds: { by: "configuration", ...rounds } };
  }
  const { runs, ...shown } = asked;
  return { kind: "comparison", runIds: runs.split(","), ...shown };
}
