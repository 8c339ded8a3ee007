import type { RunVerdictAnswer } from "@headroom/contract";
import { outcomeOf, type Finding, type Outcome } from "./judge-gate.ts";

export interface GateReport {
  findings: Finding[];
  /** Null: files were judged without a server. */
  run: RunVerdictAnswer["run"] | null;
  /** The judged files, separated by commas; null: a run. */
  file: string | null;
  /** Null: there was nothing to compare with. */
  baseline: RunVerdictAnswer["baseline"];
  comparisonUrl: string | null;
}

const TITLES: Record<ReturnType<typeof outcomeOf>, string> = {
  pass: "Passed.",
  fail: "Failed.",
  unsure: "Unsure: the results don't settle it.",
};

export function titleOf({ findings }: GateReport): string {
  return TITLES[outcomeOf(findings)];
}

const ORDER: readonly Outcome[] = ["fail", "unsure", "pass", "note"];

export function sorted({ findings }: GateReport): Finding[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}
