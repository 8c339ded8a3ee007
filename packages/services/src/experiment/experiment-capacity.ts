import { isLimit, parseTarget } from "@headroom/core";
import type { Capacity, CapacityGap } from "@headroom/core";
import type { ExperimentModel, Prisma, TargetSetRead, WorkspaceTx } from "@headroom/db";

/** The highest throughput that one of the experiment's runs held under the current targets, or why none is known. */
export type ExperimentCapacity =
  | {
      proven: true;
      throughput: number;
      run: { id: string; number: number; ranAt: Date };
    }
  | { proven: false; gap: "no-run" | "not-judged" | CapacityGap; detail: string };

export async function readExperimentCapacity(
  tx: WorkspaceTx,
  experiment: ExperimentModel,
  present: TargetSetRead | undefined,
): Promise<ExperimentCapacity> {
  const { latestRunId, testedCapacity, testedCapacityRunId } = experiment;
  if (testedCapacity !== null && testedCapacityRunId !== null) {
    const run = await tx.prisma.run.findFirst({
      where: { id: testedCapacityRunId, publishedAt: { not: null } },
      select: { id: true, number: true, ranAt: true },
    });
    if (run?.ranAt) return { proven: true, throughput: testedCapacity, run: { ...run, ranAt: run.ranAt } };
  }
  if (!(present?.texts ?? []).some(limits)) {
    const detail = "No target limits latency or errors, so any throughput would pass.";
    return { proven: false, gap: "no-limit", detail };
  }
  if (latestRunId === null) return { proven: false, gap: "no-run", detail: "No complete runs yet." };
  return latestGap(tx, experiment, present);
}

/** What the newest of the complete runs that count is missing. */
async function latestGap(
  tx: WorkspaceTx,
  { id: experimentId, countingBranches: branches }: ExperimentModel,
  present: TargetSetRead | undefined,
): Promise<ExperimentCapacity> {
  const run = await tx.prisma.run.findFirst({
    where: {
      experimentId,
      publishedAt: { not: null },
      isEvidence: true,
      status: { not: "receiving" },
      targetSetId: present?.id ?? null,
      ...(branches.length === 0 ? {} : { OR: [{ branch: null }, { branch: { in: branches } }] }),
    },
    orderBy: [{ ranAt: "desc" }, { publishedAt: "desc" }, { number: "desc" }],
    select: { number: true, capacity: true },
  });
  const capacity = storedCapacity(run?.capacity ?? null);
  if (run === null)
    return notJudged(`No run has been judged by the current targets (version ${present?.version ?? 0}).`);
  if (capacity === null) return notJudged(`Judge run ${run.number} again to find out.`);
  if (capacity.proven)
    return { proven: false, gap: "not-judged", detail: "Judge the runs again to find out." };
  return { proven: false, gap: capacity.gap, detail: `Run ${run.number}: ${capacity.detail}` };
}

function notJudged(detail: string): ExperimentCapacity {
  return { proven: false, gap: "not-judged", detail };
}

const storedCapacity = (json: Prisma.JsonValue) => json as Capacity | null;

function limits(text: string): boolean {
  const parsed = parseTarget(text);
  return parsed.ok && isLimit(parsed.target);
}
