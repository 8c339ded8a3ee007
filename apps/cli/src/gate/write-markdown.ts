import { markdown } from "./escape.ts";
import { sorted, titleOf, type GateReport } from "./gate-report.ts";
import { baselineWords } from "./report-links.ts";
import { subjectOf } from "./report-subject.ts";

export function writeMarkdown(report: GateReport): string {
  const rows = sorted(report).map(
    ({ outcome, about, words }) => `| ${outcome} | ${markdown(about)} | ${markdown(words)} |`,
  );
  const table = ["| result | about | details |", "| --- | --- | --- |", ...rows];
  return `${[marker(report), firstLine(report), "", ...table, ...comparedWith(report)].join("\n")}\n`;
}

/** The first line finds the comment with the last report about the same experiment. Names must not end the HTML comment. */
function marker({ run, file }: GateReport): string {
  const subject = run === null ? (file ?? "") : [run.service, run.experiment].join(" / ");
  return `<!-- headroom gate: ${subject.replaceAll(/[^\p{L}\p{N} /._]/gu, "_")} -->`;
}

/** The number of a run is always a link: GitHub and GitLab take a bare #12 for one of their own issues. */
function firstLine(report: GateReport): string {
  const { name, build } = subjectOf(report);
  const url = report.run?.url ?? null;
  const parts = [
    markdown(name),
    ...(url === null ? [] : [`[${build.number === null ? "run" : `run #${build.number}`}](${url})`]),
    ...(build.commit === null ? [] : [`commit ${markdown(build.commit)}`]),
  ];
  return `**${titleOf(report)}** ${parts.join(", ")}`;
}

function comparedWith({ baseline, comparisonUrl }: GateReport): string[] {
  if (baseline === null) return [];
  const { name, from, why } = baselineWords(baseline);
  const details = comparisonUrl === null ? "" : ` [Show the comparison](${comparisonUrl}).`;
  return ["", `Compared with [${name}](${baseline.url})${markdown(from)}, ${why}.${details}`];
}
