import type { ReadinessReport } from "@headroom/contract";
import type { Prisma } from "@headroom/db";
import type { Context } from "../context.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

/** A report as it was when its link was created. */
export interface FrozenReport {
  at: string;
  report: ReadinessReport;
}

export async function freezeReport(
  ctx: Context,
  { peakDayId, at, keepDays }: { peakDayId: string; at: Date; keepDays: TrafficRetention },
): Promise<Prisma.InputJsonObject> {
  const report = await getReadiness({ ctx, keepDays, input: { id: peakDayId } });
  const frozen: FrozenReport = { at: at.toISOString(), report: reportForGuests(report) };
  return frozen as unknown as Prisma.InputJsonObject;
}

/** Without commits, what was deployed, and who owns an experiment. */
export function reportForGuests(report: ReadinessReport): ReadinessReport {
  const { experiments, rehearsals, production = null } = report;
  return {
    ...report,
    production: production === null ? null : { ...production, deploy: null },
    experiments: experiments.map((one) => ({
      ...one,
      owner: null,
      before: one.before === null ? null : { ...one.before, commit: null },
      newest: one.newest === null ? null : { ...one.newest, commit: null },
    })),
    rehearsals: rehearsals.map((run) => ({ ...run, commit: null })),
  };
}
