import type { ReadinessReport } from "@headroom/contract";

type LaterFields = "forecast" | "gamedays" | "judgedAt" | "removed";
type StoredReport = Omit<ReadinessReport, LaterFields> & Partial<Pick<ReadinessReport, LaterFields>>;
type StoredAction = Omit<ReadinessReport["actions"][number], "finding"> &
  Partial<Pick<ReadinessReport["actions"][number], "finding">>;

/** A report that was stored. Those from before a field was known have nothing in it. */
export function storedReport({
  forecast = null,
  gamedays = [],
  removed = [],
  judgedAt,
  actions,
  reconciled,
  ...report
}: StoredReport): ReadinessReport {
  const unknown = {
    realP99Ms: null,
    predictedP99Ms: null,
    day: null,
    changesUntil: null,
    busiestHour: null,
    volume: null,
  };
  return {
    ...report,
    forecast,
    gamedays,
    removed,
    judgedAt: judgedAt === undefined ? report.now : judgedAt,
    actions: actions.map(({ finding = null, ...action }: StoredAction) => ({ ...action, finding })),
    reconciled: reconciled === null ? null : { ...unknown, ...reconciled },
  };
}
