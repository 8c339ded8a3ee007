import type { ShareSubject } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { Prisma } from "@headroom/db";
import type { Context } from "../context.ts";
import { findService } from "../service/find.ts";
import { readRoundsReport } from "./rounds-report.ts";
import type { RoundsReport } from "./rounds-report.ts";

/** Rounds as they were when their link was created. */
export interface FrozenRounds {
  at: string;
  report: RoundsReport;
}

/** While pairs are being compared, there is nothing that could stay as it is. */
const RETRY_SECONDS = 3;

export async function freezeRounds(
  ctx: Context,
  { subject, at }: { subject: Extract<ShareSubject, { kind: "rounds" }>; at: Date },
): Promise<Prisma.InputJsonObject> {
  const { service, rounds } = subject;
  const report = await readRoundsReport(ctx, { findService: (tx) => findService(tx, ctx, service), rounds });
  if (report.statistics.pairs.some(({ state }) => state === "working"))
    throw new HeadroomError("in-progress", "The runs of these rounds are still being compared.", {
      hint: "Try again in a few seconds.",
      retryAfterSeconds: RETRY_SECONDS,
    });
  const frozen: FrozenRounds = { at: at.toISOString(), report };
  return frozen as unknown as Prisma.InputJsonObject;
}
