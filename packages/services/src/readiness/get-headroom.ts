import type { HeadroomAnswer, PeakHeadroom } from "@headroom/contract";
import { readinessSentence } from "@headroom/core";
import type { Representative } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { answerProduction } from "../capacity/production-proof.ts";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { answerProofs } from "./answer-proofs.ts";
import { readExpectedPeak } from "./expected-peak.ts";
import {
  answerExpected,
  capacityOf,
  readinessFor,
  readRepresentative,
  readServiceFacts,
} from "./service-facts.ts";
import type { ServiceFacts } from "./service-facts.ts";

const MAX_PEAKS = 10;
const WORST = ["not-ready", "at-risk", "ready"] as const;

/** What tests prove of a service, and how that compares with its coming peak days. */
export async function getHeadroom({
  ctx,
  keepDays,
  input,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { service: string };
}): Promise<HeadroomAnswer> {
  requireScope(ctx, "read");
  const { service, facts } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const found = await findService(tx, ctx, input.service);
    return { service: found, facts: await readServiceFacts(tx, ctx, { serviceId: found.id }) };
  });
  const representative = await readRepresentative(ctx, facts, keepDays);
  const peaks = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const days = await tx.prisma.serviceDay.findMany({
      where: { serviceId: service.id, endsAt: { gt: facts.now } },
      orderBy: [{ startsAt: "asc" }, { id: "asc" }],
      take: MAX_PEAKS,
    });
    const answered: PeakHeadroom[] = [];
    for (const day of days) {
      // Only a day that has begun can have traffic of its own.
      const own =
        day.startsAt > facts.now
          ? facts
          : await readServiceFacts(tx, ctx, { serviceId: service.id, peakDay: day });
      answered.push(await headroomFor(tx, own, { day, representative, keepDays }));
    }
    return answered;
  });
  const experiments = answerProofs(facts);
  const capacity = capacityOf(facts);
  return {
    service: { slug: service.slug, name: service.name },
    ...overall(peaks),
    policy: facts.policy,
    capacity: capacity.state === "unproven" ? null : capacity.throughput,
    experiments,
    production: answerProduction(facts.production, {
      proofDays: facts.policy.proofDays,
      experiments: facts.experiments,
      timeZone: zoneOf(peaks),
    }),
    representative,
    peaks,
  };
}

async function headroomFor(
  tx: WorkspaceTx,
  facts: ServiceFacts,
  {
    day,
    representative,
    keepDays,
  }: { day: ServiceDayModel; representative: Representative | null; keepDays: TrafficRetention },
): Promise<PeakHeadroom> {
  const expected = await readExpectedPeak(tx, day, { now: facts.now, keepDays }, capacityOf(facts));
  const { input, readiness } = readinessFor(facts, { day, expected, representative, actions: [] });
  const { peakDayId: id, name, startsAt, endsAt, timeZone } = day;
  return {
    peakDay: { id, name, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), timeZone },
    expected: answerExpected(expected),
    required: readiness.headroom.required,
    times: readiness.headroom.times,
    verdict: readiness.verdict,
    sentence: readinessSentence(readiness, input),
    reasons: readiness.reasons,
  };
}

/** Of two peak days, the one that is less ready decides, and of equals the one that needs more. */
function overall(
  peaks: readonly PeakHeadroom[],
): Pick<HeadroomAnswer, "verdict" | "sentence" | "decidedBy" | "step"> {
  const [deciding] = peaks.toSorted(
    (a, b) => WORST.indexOf(a.verdict) - WORST.indexOf(b.verdict) || (b.required ?? 0) - (a.required ?? 0),
  );
  if (deciding === undefined)
    return {
      verdict: "no-peak-day",
      sentence: "No peak day is planned.",
      decidedBy: null,
      step: "Add a peak day with its expected peak.",
    };
  const { verdict, sentence, reasons } = deciding;
  return {
    verdict,
    sentence: peaks.length === 1 ? sentence : `${deciding.peakDay.name}: ${sentence}`,
    decidedBy: deciding.peakDay.id,
    step: reasons[0]?.step ?? null,
  };
}

/** Of the day that comes first. */
function zoneOf([first]: readonly PeakHeadroom[]): string {
  return first?.peakDay.timeZone ?? "UTC";
}
