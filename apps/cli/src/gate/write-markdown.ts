import { markdown } from "./escape.ts";
import { linesOf, titleOf } from "./gate-report.ts";
import type { GateReport } from "./gate-report.ts";
import { baselineWords } from "./report-links.ts";
import { nameOf, shortCommit, subjectOf } from "./report-subject.ts";
import type { Subject } from "./report-subject.ts";

export function writeMarkdown(report: GateReport): string {
  const rows = linesOf(report).map(
    ({ outcome, about, words }) => `| ${outcome} | ${markdown(about)} | ${markdown(words)} |`,
  );
  const table = ["| result | about | details |", "| --- | --- | --- |", ...fitting(rows)];
  return `${[markerOf(subjectOf(report)), firstLine(report), "", ...table, ...comparedWith(report)].join("\n")}\n`;
}

/** GitHub refuses a comment of more than 65,536 characters. */
const MOST_CHARACTERS = 60_000;

/** The worst come first, so what is left out is what matters least. */
function fitting(rows: readonly string[]): readonly string[] {
  let characters = 0;
  const end = rows.findIndex((row) => (characters += row.length + 1) > MOST_CHARACTERS);
  if (end === -1) return rows;
  const left = rows.length - end;
  return [...rows.slice(0, end), `| note | report | ${left} more lines didn't fit into this report. |`];
}

/** The first line finds the comment with the last report about the same experiment, and of no other one. */
export function markerOf({ names }: Subject): string {
  return `<!-- headroom gate: ${names.map(encoded).join(" / ")} -->`;
}

/** As in a URL, but readable: different names stay different, and none ends the HTML comment. */
function encoded(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._-]|-(?=-)/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

/** The number of a run is always a link: GitHub and GitLab take a bare #12 for one of their own issues. */
function firstLine(report: GateReport): string {
  const subject = subjectOf(report);
  const { number, commit } = subject.build;
  const url = report.run?.url ?? null;
  const parts = [
    markdown(nameOf(subject)),
    ...(url === null ? [] : [`[${number === null ? "run" : `run #${number}`}](${url})`]),
    ...(commit === null ? [] : [`commit ${markdown(shortCommit(commit))}`]),
  ];
  return `**${titleOf(report)}** ${parts.join(", ")}`;
}

function comparedWith({ baseline, comparisonUrl }: GateReport): string[] {
  if (baseline === null) return [];
  const { name, from, why } = baselineWords(baseline);
  const details = comparisonUrl === null ? "" : ` [Show the comparison](${comparisonUrl}).`;
  return ["", `Compared with [${name}](${baseline.url})${markdown(from)}, ${why}.${details}`];
}
