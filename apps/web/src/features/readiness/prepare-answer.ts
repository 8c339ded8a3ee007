import type { ReadinessReport } from "@headroom/contract";
import { dayAnswer } from "@headroom/core";
import type { IconName } from "@headroom/ui";
import { VERDICTS } from "./prepare-readiness.ts";
import { withSigns } from "../delta/threshold-text.ts";

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
  return phase === "after"
    ? afterwards(report)
    : { ...VERDICTS[verdict], tone: TONES[verdict], sentence: withSigns(sentence) };
}

const LOOKS = {
  held: { icon: "met", ink: "text-good", tone: "good" },
  missed: { icon: "missed", ink: "text-bad", tone: "bad" },
  over: { icon: "untargeted", ink: "text-ink", tone: "neutral" },
} as const;

function afterwards({ reconciled, peakDay }: ReadinessReport): ReadinessAnswer {
  const { outcome, word, sentence } = dayAnswer(reconciled, peakDay);
  return { ...LOOKS[outcome], word, sentence };
}

/** What the report said when the day ended; null: it isn't over, or nobody knows. */
export function saidBefore({
  phase,
  judgedAt,
  verdict,
  verdictSentence: sentence,
}: ReadinessReport): { word: string; sentence: string; at: string } | null {
  if (phase !== "after" || judgedAt === null) return null;
  return { word: VERDICTS[verdict].word, sentence: withSigns(sentence), at: judgedAt };
}

/** Whether the figures are about the day: once it is over, only those of its end are. */
export function isAboutDay({ phase, judgedAt }: Pick<ReadinessReport, "phase" | "judgedAt">): boolean {
  return phase !== "after" || judgedAt !== null;
}
