import type { PairStatistics, ShareSubject } from "@headroom/contract";
import { asGiven, HeadroomError } from "@headroom/core";
import type { Prisma } from "@headroom/db";
import { judgementOfPair, pairEvidence } from "../comparison/pair-judgement.ts";
import type { Context } from "../context.ts";
import type { StoredStatistics } from "../run/record/stored.ts";
import { findService } from "../service/find.ts";
import { readRoundsReport } from "./rounds-report.ts";
import type { RoundsReport } from "./rounds-report.ts";

/** Rounds as they were when their link was created. */
interface FrozenRounds {
  at: string;
  report: RoundsReport;
}

/** While pairs are being compared, there is nothing that could stay as it is. */
const RETRY_SECONDS = 3;

export async function freezeRounds(
  ctx: Context,
  {
    subject,
    configuration,
    at,
  }: { subject: Extract<ShareSubject, { kind: "rounds" }>; configuration: boolean; at: Date },
): Promise<Prisma.InputJsonObject> {
  const { service, rounds } = subject;
  const report = await readRoundsReport(ctx, {
    findService: (tx) => findService(tx, ctx, service),
    rounds,
    showsConfiguration: configuration,
  });
  if (report.statistics.pairs.some(({ state }) => state === "working"))
    throw new HeadroomError("in-progress", "The runs of these rounds are still being compared.", {
      hint: "Try again in a few seconds.",
      retryAfterSeconds: RETRY_SECONDS,
    });
  const frozen: FrozenRounds = { at: at.toISOString(), report };
  return frozen as unknown as Prisma.InputJsonObject;
}

/** Links of earlier versions have no judgements: those are made from the evidence that was stored with them. */
export function readFrozenRounds(stored: Prisma.JsonValue): FrozenRounds {
  const { at, report } = stored as unknown as FrozenRounds;
  const { rows } = report.comparison;
  const pairs = report.statistics.pairs.map((pair) => {
    if (pair.state === "working" || pair.judgement) return pair;
    const row = rows.find(
      ({ before, after }) => before?.id === pair.before[0] && after?.id === pair.after[0],
    );
    const differences = (row?.comparability?.differences ?? []).map(({ words, ...one }) => ({
      ...one,
      reason: asGiven(words),
    }));
    const statistics = pair.statistics && asStored(pair.statistics);
    return { ...pair, judgement: judgementOfPair(pairEvidence({ differences, labels: [] }, statistics)) };
  });
  return { at, report: { ...report, statistics: { pairs } } };
}

function asStored({ whole, labels, ...rest }: PairStatistics): StoredStatistics {
  const metrics = (answered: PairStatistics["whole"]) =>
    answered.map(({ reason, ...one }) => ({
      ...one,
      noise: null,
      usual: null,
      reasons: [asGiven(reason)],
    }));
  return {
    ...rest,
    whole: metrics(whole),
    labels: labels.map((label) => ({ ...label, metrics: metrics(label.metrics) })),
  };
}
