import { canonicalTarget, formatTarget, parseTarget, strictestLimits } from "@headroom/core";
import type { Target } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";

/** Of each service, the strictest limits of the experiments that represent its peak. */
export async function readPeakLimits(
  tx: WorkspaceTx,
  serviceIds: readonly string[],
): Promise<ReadonlyMap<string, Target[]>> {
  const experiments = await tx.prisma.experiment.findMany({
    where: { serviceId: { in: [...serviceIds] }, representsPeak: true, provisional: false, deletedAt: null },
    select: { serviceId: true, targetSetId: true },
  });
  const setIds = experiments.flatMap(({ targetSetId }) => targetSetId ?? []);
  const stored = await tx.prisma.target.findMany({ where: { targetSetId: { in: setIds } } });
  const ofService = Map.groupBy(experiments, ({ serviceId }) => serviceId);
  return new Map(
    [...ofService].map(([serviceId, own]) => {
      const sets = new Set(own.map(({ targetSetId }) => targetSetId));
      const targets = stored.flatMap(({ targetSetId, text }) => {
        const parsed = parseTarget(canonicalTarget(text));
        return parsed.ok && sets.has(targetSetId) ? [parsed.target] : [];
      });
      // Texts are compared with those that a day was judged by.
      return [
        serviceId,
        strictestLimits(targets).toSorted((a, b) => formatTarget(a).localeCompare(formatTarget(b))),
      ];
    }),
  );
}
