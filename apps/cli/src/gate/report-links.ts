import { plural } from "@headroom/core/format";
import type { GateReport } from "./gate-report.ts";
import { shortCommit } from "./report-subject.ts";

/** The pages about the run, as lines of plain text. */
export function linksOf({ run, baseline, comparisonUrl }: GateReport): string[] {
  const own = run === null ? [] : [run.url];
  if (baseline === null) return own;
  const { name, from, why } = baselineWords(baseline);
  return [
    ...own,
    `Compared with ${name}${from}, ${why}: ${baseline.url}`,
    ...(comparisonUrl === null ? [] : [`The comparison: ${comparisonUrl}`]),
  ];
}

type Baseline = NonNullable<GateReport["baseline"]>;

/** Which run the judged one was compared with, in parts that each format puts together. */
export function baselineWords({ number, branch, commit, chosen, commitsBack }: Baseline) {
  const from = [branch, commit === null ? null : shortCommit(commit)]
    .filter((one) => one !== null)
    .join(", ");
  return {
    name: `run #${number}`,
    from: from === "" ? "" : ` (${from})`,
    why: CHOSEN[chosen](commitsBack ?? 0),
  };
}

const CHOSEN: Record<Baseline["chosen"], (commitsBack: number) => string> = {
  pinned: () => "the baseline of the experiment",
  "last-good": () => "the last good run",
  commit: (back) => (back === 0 ? "at the merge base" : `${plural(back, "commit")} before the merge base`),
  named: () => "as requested",
};
