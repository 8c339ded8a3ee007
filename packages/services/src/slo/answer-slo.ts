import type { SloAnswer, SloFields } from "@headroom/contract";
import { SLO_WINDOW_UNITS } from "@headroom/core";
import type { SloWindow } from "@headroom/core";
import type { SloModel, SloObjectiveModel, WorkspaceTx } from "@headroom/db";

/** An SLO with what it has demanded over time, first to last. */
export interface StoredSlo {
  slo: SloModel;
  objectives: readonly SloObjectiveModel[];
}

export async function readObjectives(tx: WorkspaceTx, slos: readonly SloModel[]): Promise<StoredSlo[]> {
  const found = await tx.prisma.sloObjective.findMany({
    where: { sloId: { in: slos.map(({ id }) => id) } },
    orderBy: { number: "asc" },
  });
  const objectives = Map.groupBy(found, ({ sloId }) => sloId);
  return slos.map((slo) => ({ slo, objectives: objectives.get(slo.id) ?? [] }));
}

/** An SLO as the API and pages show it. */
export function answerSlo(
  { slo, objectives }: StoredSlo,
  { slug, name: serviceName }: SloAnswer["service"],
  webUrl: string,
): SloAnswer {
  const { id, name, label, version, updatedAt } = slo;
  const current = objectives.at(-1);
  if (current === undefined) throw new RangeError("An SLO has an objective.");
  const earlier = objectives.flatMap((objective, index) => {
    const next = objectives[index + 1];
    if (next?.fromAt === undefined || next.fromAt === null || isReplaced(objective, next)) return [];
    return [{ until: next.fromAt.toISOString(), ...objectiveOf(objective) }];
  });
  return {
    id,
    name,
    service: { slug, name: serviceName },
    label,
    ...objectiveOf(current),
    window: windowOf(slo),
    earlier: earlier.toReversed(),
    version,
    updatedAt: updatedAt.toISOString(),
    url: `${webUrl}/services/${encodeURIComponent(slug)}/slos/${id}`,
  };
}

/** Two changes within ten minutes: only the last counts. */
function isReplaced({ fromAt }: SloObjectiveModel, next: SloObjectiveModel): boolean {
  return fromAt !== null && fromAt.getTime() === next.fromAt?.getTime();
}

function objectiveOf({ goodPerMillion, latencyMicros, withoutError }: SloObjectiveModel) {
  return {
    objectivePercent: goodPerMillion / 10_000,
    latencyMs: latencyMicros === null ? null : Number(latencyMicros) / 1_000,
    withoutError,
  };
}

export function windowOf({ windowDays, windowUnit, timeZone }: SloModel): SloFields["window"] & SloWindow {
  if (windowDays !== null) return { kind: "rolling", days: windowDays };
  const unit = SLO_WINDOW_UNITS.find((one) => one === windowUnit);
  if (unit === undefined) throw new RangeError(`An SLO has a window, not ${windowUnit}.`);
  return { kind: "calendar", unit, timeZone: timeZone ?? "UTC" };
}
