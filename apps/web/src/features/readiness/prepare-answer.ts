import type { ReadinessReport } from "@headroom/contract";
import { formatLength } from "@headroom/core/format";
import { formatFigure } from "@headroom/ui";
import type { IconName } from "@headroom/ui";
import { VERDICTS } from "./prepare-readiness.ts";

/** The headline of a report. */
export interface ReadinessAnswer {
  word: string;
  icon: IconName;
  ink: string;
  tone: "good" | "unsure" | "bad" | "neutral";
  sentence: string;
}

const TONES = { ready: "good", "at-risk": "unsure", "not-ready": "bad" } as const;

/** Whether the service is ready; once the day is over, whether it held. */
export function answerOf(report: ReadinessReport): ReadinessAnswer {
  const { phase, verdict, sentence } = report;
  return phase === "after" ? afterwards(report) : { ...VERDICTS[verdict], tone: TONES[verdict], sentence };
}

const HELD = { word: "Held", icon: "met", ink: "text-good", tone: "good" } as const;
const MISSED = { word: "Did not hold", icon: "missed", ink: "text-bad", tone: "bad" } as const;
const OVER = { word: "Over", icon: "untargeted", ink: "text-ink", tone: "neutral" } as const;

function afterwards({ reconciled }: ReadinessReport): ReadinessAnswer {
  if (reconciled === null)
    return { ...OVER, sentence: "What the day showed is known once no more of its traffic can arrive." };
  const { day, real, simulated } = reconciled;
  if (simulated) return { ...OVER, sentence: "The traffic of the day was simulated." };
  if (day?.verdict === "missed")
    return { ...MISSED, sentence: `Targets were missed for ${formatLength(day.missedSeconds)}.` };
  if (day?.verdict !== "held") return { ...OVER, sentence: "It isn't known whether targets were met." };
  const peak = real === null ? "" : `, with ${formatFigure(real)} req/s in the busiest minute`;
  return {
    ...HELD,
    sentence:
      day.missedSeconds === 0
        ? `Targets were met${peak}.`
        : `Targets were met but for ${formatLength(day.missedSeconds)}${peak}.`,
  };
}

/** What the report said when the day ended; null: it isn't over, or nobody knows. */
export function saidBefore({
  phase,
  judgedAt,
  verdict,
  sentence,
}: ReadinessReport): { word: string; sentence: string; at: string } | null {
  if (phase !== "after" || judgedAt === null) return null;
  return { word: VERDICTS[verdict].word, sentence, at: judgedAt };
}

/** Whether the figures are about the day: once it is over, only those of its end are. */
export function isAboutDay({ phase, judgedAt }: Pick<ReadinessReport, "phase" | "judgedAt">): boolean {
  return phase !== "after" || judgedAt !== null;
}
