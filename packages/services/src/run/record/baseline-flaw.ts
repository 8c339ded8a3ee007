import { isSimulated, outageOf } from "@headroom/core";
import type { ListedRunRead } from "@headroom/db";

/** Why a run isn't one to compare others with. */
export interface BaselineFlaw {
  /** Whatever it is compared with, the difference says nothing about the service. */
  isSevere: boolean;
  words: string;
}

type Judged = Pick<
  ListedRunRead,
  | "status"
  | "verdict"
  | "isBaseline"
  | "durationSeconds"
  | "errorRate"
  | "holes"
  | "warnings"
  | "compared"
  | "setAside"
  | "isAccepted"
>;

/** The most serious flaw; null: the run is good. */
export function flawOf(run: Judged): BaselineFlaw | null {
  const severe = severeFlawOf(run);
  if (severe !== null) return { isSevere: true, words: severe };
  const slight = slightFlawOf(run);
  return slight === null ? null : { isSevere: false, words: slight };
}

function severeFlawOf({ durationSeconds, errorRate, holes, warnings }: Judged): string | null {
  if (isSimulated(warnings)) return "A simulator sent its requests, or some of them.";
  return outageOf({ durationSeconds, errorRate, holes: holes ?? [] });
}

function slightFlawOf({
  status,
  verdict,
  isBaseline,
  compared,
  setAside,
  isAccepted,
}: Judged): string | null {
  if (setAside !== null) return `It was set aside: ${setAside.reason}`;
  if (status === "receiving") return "It is still receiving results.";
  if (status === "interrupted") return "It was interrupted.";
  // Somebody said that this is the level.
  if (isAccepted) return null;
  if (verdict === "missed") return "It missed a target.";
  if (verdict === "unsure") return "It is unsure whether it met its targets.";
  if (isBaseline) return null;
  if (compared === "worse") return "It may be worse than its baseline.";
  if (compared === "busier") return "It was under much more load than its baseline.";
  if (compared === "undecided") return "It isn't known yet whether it was worse than its baseline.";
  return compared === "regressed" ? "It regressed from its baseline." : null;
}
