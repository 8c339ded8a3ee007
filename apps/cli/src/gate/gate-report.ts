import type { RunVerdictAnswer } from "@headroom/contract";
import { outcomeOf } from "./judge-gate.ts";
import type { Finding, Outcome } from "./judge-gate.ts";

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

/** The worst come first. Each says all about itself. */
export function sorted({ findings }: GateReport): Finding[] {
  return findings
    .toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome))
    .map(({ why, ...finding }) => ({ ...finding, words: wordsOf(finding.words, why) }));
}

type Line = Pick<Finding, "outcome" | "about" | "words">;

/** For people: what several findings have in common is said once, below them. */
export function linesOf({ findings }: GateReport): Line[] {
  return ORDER.flatMap((outcome) => {
    const own = findings.filter((finding) => finding.outcome === outcome);
    return [...Map.groupBy(own, ({ why }) => why).values()].flatMap((alike): Line[] => {
      const [first] = alike;
      if (alike.length < 2 || first?.why === undefined)
        return alike.map((finding) => ({ ...finding, words: wordsOf(finding.words, finding.why) }));
      return [...alike, { outcome, about: `the ${alike.length} above`, words: first.why }];
    });
  });
}

function wordsOf(words: string, why: string | undefined): string {
  return why === undefined ? words : `${words} ${why}`;
}
