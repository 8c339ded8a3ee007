import { changeInterval, figureName, findingWhy, printedChange } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { markdown } from "./escape.ts";
import { changedLines, linesOf, titleOf } from "./gate-report.ts";
import type { GateReport } from "./gate-report.ts";
import { acceptAddress, baselineWords, commitsWords } from "./report-links.ts";
import { nameOf, shortCommit, subjectOf } from "./report-subject.ts";
import type { Subject } from "./report-subject.ts";

/** What matters most comes first: the outcome, what changed of the whole run, then labels and the rest, and notes last. */
export function writeMarkdown(report: GateReport): string {
  const { findings } = report.judgement;
  const whole = findings.filter(isWholeChange);
  const rest = linesOf({ findings: findings.filter((one) => !isWholeChange(one)) });
  const parts = [
    [markerOf(subjectOf(report)), firstLine(report)],
    wholeRun(whole),
    findingTable(rest),
    changedLines(report).map(markdown),
    closingLines(report),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

type Found = GateReport["judgement"]["findings"][number];

/** What a reader of a build looks at first, in this order. */
const WHOLE: readonly FigureId[] = ["throughput", "p50", "p95", "p99"];

function isWholeChange({ kind, code, metric, label }: Found): boolean {
  if (kind !== "change" || label !== null || code === "not-tested" || code === "not-comparable") return false;
  return WHOLE.some((one) => one === metric);
}

function wholeRun(changes: readonly Found[]): string[] {
  if (changes.length === 0) return [];
  const rows = WHOLE.flatMap((metric) =>
    changes.filter((one) => one.metric === metric).map((change) => wholeRow(metric, change)),
  );
  const reasons = new Set(changes.flatMap((one) => findingWhy(one) ?? []));
  return [
    "| whole run | before | after | change | 95% interval | result |",
    "| --- | ---: | ---: | ---: | --- | --- |",
    ...rows,
    ...(reasons.size === 0 ? [] : ["", markdown([...reasons].join(" "))]),
  ];
}

function wholeRow(metric: FigureId, change: Found): string {
  const { before, after, size } = printedChange(metric, change);
  const interval = changeInterval(change.interval) ?? "";
  return `| ${figureName(metric)} | ${before} | ${after} | ${size ?? ""} | ${interval} | ${change.effect} |`;
}

function findingTable(lines: ReturnType<typeof linesOf>): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(
    ({ effect, about, words }) => `| ${effect} | ${markdown(about)} | ${markdown(words)} |`,
  );
  return ["| result | about | details |", "| --- | --- | --- |", ...fitting(rows)];
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

/** Where to read more, a sentence each. */
function closingLines(report: GateReport): string[] {
  const { run, judgement, baseline, comparisonUrl, judgementUrl } = report;
  const commits = commitsWords(report);
  const accept = run === null ? null : acceptAddress(judgement, run.url);
  const sentences = [
    ...(judgement.next === null ? [] : [judgement.next.words]),
    ...(baseline === null ? [] : [comparedWith(baseline)]),
    ...(comparisonUrl === null ? [] : [`[Show the comparison](${comparisonUrl}).`]),
    ...(commits === null ? [] : [`${linked(commits, baseline?.commitsUrl ?? null)}.`]),
    ...(judgementUrl === null ? [] : [`[Show this judgement](${judgementUrl}).`]),
    ...(accept === null ? [] : [`[Accept the change](${accept}).`]),
  ];
  const gauges = report.gauges.length === 0 ? [] : [report.gauges.map(markdown).join(" ")];
  return sentences.length === 0 ? gauges : [...gauges, sentences.join(" ")];
}

function comparedWith(baseline: NonNullable<GateReport["baseline"]>): string {
  const { name, from, why } = baselineWords(baseline);
  return `Compared with [${name}](${baseline.url})${markdown(from)}, ${why}.`;
}

function linked(words: string, url: string | null): string {
  return url === null ? words : `[${words}](${url})`;
}
