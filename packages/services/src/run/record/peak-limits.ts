import { formatTarget, parseTarget, strictestLimits } from "@headroom/core";
import type { Target } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { textsOfAll } from "./target-set.ts";

/** The strictest limits of the experiments that represent its peak. */
export async function readPeakLimits(tx: WorkspaceTx, serviceId: string): Promise<Target[]> {
  const experiments = await tx.prisma.experiment.findMany({
    where: { serviceId, representsPeak: true, provisional: false, deletedAt: null },
    select: { targetSetId: true },
  });
  const texts = await textsOfAll(
    tx,
    experiments.flatMap(({ targetSetId }) => targetSetId ?? []),
  );
  const targets = texts.flatMap((text) => {
    const parsed = parseTarget(text);
    return parsed.ok ? [parsed.target] : [];
  });
  // Texts are compared with those that a day was judged by.
  return strictestLimits(targets).toSorted((a, b) => formatTarget(a).localeCompare(formatTarget(b)));
}
