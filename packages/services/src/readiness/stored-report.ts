import type { ReadinessReport } from "@headroom/contract";
import { dayAnswer } from "@headroom/core";

type LaterFields = "forecast" | "gamedays" | "judgedAt" | "removed" | "verdictSentence";
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
  reconciled: stored,
  verdictSentence,
  ...report
}: StoredReport): ReadinessReport {
  const unknown = {
    accepted: null,
    realP99Ms: null,
    predictedP99Ms: null,
    day: null,
    changesUntil: null,
    busiestHour: null,
    volume: null,
  };
  const reconciled = stored === null ? null : { ...unknown, ...stored, day: dayOf(stored.day) };
  return {
    ...report,
    sentence: report.phase === "after" ? dayAnswer(reconciled, report.peakDay).sentence : report.sentence,
    verdictSentence: verdictSentence ?? report.sentence,
    forecast,
    gamedays,
    removed,
    judgedAt: judgedAt === undefined ? report.now : judgedAt,
    actions: actions.map(({ finding = null, ...action }: StoredAction) => ({ ...action, finding })),
    reconciled,
  };
}

type Day = NonNullable<ReadinessReport["reconciled"]>["day"];

function dayOf(day: Day | undefined): Day {
  const unknown = { targets: { p99Ms: null, errorRate: null }, byTodaysTargets: false, imported: null };
  return day == null ? null : { ...unknown, ...day };
}
