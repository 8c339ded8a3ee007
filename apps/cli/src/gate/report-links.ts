import { plural } from "@headroom/core/format";
import type { GateReport } from "./gate-report.ts";
import { shortCommit } from "./report-subject.ts";

/** The pages about the run, as lines of plain text. */
export function linksOf({ run, judgement, baseline, comparisonUrl }: GateReport): string[] {
  const accept = run === null ? null : acceptAddress(judgement, run.url);
  const own = run === null ? [] : [run.url, ...(accept === null ? [] : [`Accept the change: ${accept}`])];
  if (baseline === null) return own;
  const { name, from, why } = baselineWords(baseline);
  return [
    ...own,
    `Compared with ${name}${from}, ${why}: ${baseline.url}`,
    ...(comparisonUrl === null ? [] : [`The comparison: ${comparisonUrl}`]),
  ];
}

/** "4 commits between the baseline and this run"; null: nothing is known of them. */
export function commitsWords({ baseline, commitsBetween }: GateReport): string | null {
  if (commitsBetween !== null) return `${plural(commitsBetween, "commit")} between the baseline and this run`;
  return baseline?.commitsUrl == null ? null : "Commits between the baseline and this run";
}

/** Where a member accepts what got worse; null: there is nothing to accept. */
export function acceptAddress({ findings }: GateReport["judgement"], url: string): string | null {
  return findings.some(({ kind }) => kind === "accept") ? `${url}#accept` : null;
}

type Baseline = NonNullable<GateReport["baseline"]>;

/** Which run the judged one was compared with, in parts that each format puts together. */
export function baselineWords({ number, branch, commit, chosen, commitsBack, level }: Baseline) {
  const from = [branch, commit === null ? null : shortCommit(commit)]
    .filter((one) => one !== null)
    .join(", ");
  return {
    name: `run #${number}`,
    from: from === "" ? "" : ` (${from})`,
    why: `${CHOSEN[chosen](commitsBack ?? 0)}${level.length === 0 ? "" : `, together with ${plural(level.length, "good run")} before it`}`,
  };
}

const CHOSEN: Record<Baseline["chosen"], (commitsBack: number) => string> = {
  pinned: () => "the baseline of the experiment",
  "last-good": () => "the last good run",
  commit: (back) => (back === 0 ? "at the merge base" : `${plural(back, "commit")} before the merge base`),
  named: () => "as requested",
};
