import type { AcceptedRiskAnswer, ReadinessReport } from "@headroom/contract";
import { coversMiss, DAY_MILLIS, MISSED_GAPS, worstOf } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { answerRisks } from "../accepted-risk/answer-risk.ts";
import { answerMiss } from "../capacity/service-capacity.ts";
import type { PeakExperiment } from "../capacity/service-capacity.ts";
import type { ServiceFacts } from "./service-facts.ts";

const ENDED_DAYS = 90;
/** More than an experiment can have that count. */
const LISTED = 500;

/** The accepted risks of these experiments: those that count, then those that ended lately. */
export async function readRisks(
  tx: WorkspaceTx,
  { read, now }: Pick<ServiceFacts, "read" | "now">,
): Promise<AcceptedRiskAnswer[]> {
  const since = new Date(now.getTime() - ENDED_DAYS * DAY_MILLIS);
  const stored = await tx.prisma.acceptedRisk.findMany({
    where: {
      experimentId: { in: read.map(({ experiment }) => experiment.id) },
      untilAt: { gt: since },
      OR: [{ revokedAt: null }, { revokedAt: { gt: since } }],
    },
    orderBy: [{ acceptedAt: "desc" }, { id: "asc" }],
    take: LISTED,
  });
  const risks = await answerRisks(tx, stored, now);
  const [active, ended] = [true, false].map((isActive) =>
    risks.filter(({ state }) => (state === "active") === isActive),
  );
  return [
    ...(active ?? []).toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until)),
    ...(ended ?? []).toSorted((a, b) => endOf(b) - endOf(a)),
  ];
}

function endOf({ revokedAt, until }: AcceptedRiskAnswer): number {
  return Date.parse(revokedAt ?? until);
}

/** Accepting what a simulated run missed, or one that was too short, would change nothing while there is no proof. */
export function openMisses({
  experiment,
  newest,
  proof,
  risks,
}: PeakExperiment): ReadinessReport["experiments"][number]["openMisses"] {
  if (newest === null || newest.simulated) return [];
  const couldProve =
    newest.targetSetId === experiment.targetSetId && newest.gap !== null && MISSED_GAPS.includes(newest.gap);
  if (proof.state === "unproven" && !couldProve) return [];
  return newest.results.flatMap((result) => {
    const value = worstOf(result);
    if (result.verdict !== "missed" || value === null) return [];
    return risks.some((risk) => coversMiss(risk, result)) ? [] : [{ ...answerMiss(result), value }];
  });
}
