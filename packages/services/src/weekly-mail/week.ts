import type { NewsEvidence } from "@headroom/core";
import type { WorseExperiment, WorseSlo } from "@headroom/db";
import type { StaleProof } from "../overview/get-overview.ts";
import type { NextPeakDay } from "../readiness/next-peak-day.ts";

/** What a weekly mail says, before it is put into words. */
export interface Week {
  workspaceName: string;
  since: Date;
  now: Date;
  timeZone: string;
  worse: readonly WorseExperiment[];
  worseTotal: number;
  slos: readonly WorseSlo[];
  evidence: NewsEvidence;
  stale: readonly StaleProof[];
  staleTotal: number;
  next: NextPeakDay | null;
}
