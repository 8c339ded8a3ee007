import { isSimulated, outageOf } from "@headroom/core";
import type { Reason } from "@headroom/core";
import type { ListedRunRead } from "@headroom/db";

/** Why a run can't be a baseline. */
export interface BaselineFlaw {
  /** Whatever it is compared with, the difference says nothing about the service. */
  isSevere: boolean;
  reason: Reason;
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
  if (severe !== null) return { isSevere: true, reason: severe };
  const slight = slightFlawOf(run);
  return slight === null ? null : { isSevere: false, reason: slight };
}

function severeFlawOf({ durationSeconds, errorRate, holes, warnings }: Judged): Reason | null {
  if (isSimulated(warnings)) return { code: "simulated" };
  return outageOf({ durationSeconds, errorRate, holes: holes ?? [] });
}

function slightFlawOf({
  status,
  verdict,
  isBaseline,
  compared,
  setAside,
  isAccepted,
}: Judged): Reason | null {
  if (setAside !== null) return { code: "set-aside", note: setAside.reason };
  if (status === "receiving") return { code: "receiving" };
  if (status === "interrupted") return { code: "interrupted" };
  // Somebody said that this is the level.
  if (isAccepted) return null;
  if (verdict === "missed") return { code: "target-missed" };
  if (verdict === "unsure") return { code: "target-unsure" };
  if (isBaseline) return null;
  return compared === null ? null : (BY_COMPARISON[compared] ?? null);
}

/** What is known of how it compares with the run before it. */
const BY_COMPARISON: Readonly<Record<string, Reason>> = {
  worse: { code: "maybe-worse" },
  partial: { code: "partial" },
  busier: { code: "much-busier" },
  undecided: { code: "undecided" },
  regressed: { code: "regressed" },
};
