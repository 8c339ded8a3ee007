import type { ShareSubject } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { Prisma } from "@headroom/db";
import type { Context } from "../context.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { freezeReport } from "./frozen-report.ts";
import { freezeRounds } from "./frozen-rounds.ts";

/** What is stored with a link that never changes. */
export async function freeze(
  ctx: Context,
  {
    subject,
    configuration,
    at,
    keepDays,
  }: { subject: ShareSubject; configuration: boolean; at: Date; keepDays: TrafficRetention },
): Promise<Prisma.InputJsonObject> {
  switch (subject.kind) {
    case "readiness":
      return freezeReport(ctx, { peakDayId: subject.peakDayId, at, keepDays });
    case "rounds":
      return freezeRounds(ctx, { subject, configuration, at });
    case "run":
    case "comparison":
    case "peak-day":
    case "gameday":
      throw new HeadroomError("parameter-unreadable", "Only rounds and a readiness report can be frozen.", {
        field: "subject",
      });
  }
}
