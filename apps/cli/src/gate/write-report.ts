import type { RunVerdictAnswer } from "@headroom/contract";
import { outcomeOf, type Finding, type Outcome } from "./judge-gate.ts";

export const FORMATS = ["text", "json", "markdown", "junit"] as const;
export type ReportFormat = (typeof FORMATS)[number];

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

export function writeReport(report: GateReport, format: ReportFormat): string {
  return WRITERS[format](report);
}

const TITLES: Record<ReturnType<typeof outcomeOf>, string> = {
  pass: "Passed.",
  fail: "Failed.",
  unsure: "Unsure: the results don't settle it.",
};
const ORDER: readonly Outcome[] = ["fail", "unsure", "pass", "note"];

const WRITERS: Record<ReportFormat, (report: GateReport) => string> = {
  text(report) {
    const lines = sorted(report).map(
      ({ outcome, about, words }) => `  ${outcome.padEnd(6)} ${about}: ${words}`,
    );
    return `${[TITLES[outcomeOf(report.findings)], ...lines, ...links(report)].map(printable).join("\n")}\n`;
  },
  json: (report) =>
    `${JSON.stringify({ outcome: outcomeOf(report.findings), ...report, findings: sorted(report) }, null, 2)}\n`,
  markdown(report) {
    const rows = sorted(report).map(
      ({ outcome, about, words }) => `| ${outcome} | ${cell(about)} | ${cell(words)} |`,
    );
    const table = ["| result | about | details |", "| --- | --- | --- |", ...rows];
    return `${[marker(report), `**${TITLES[outcomeOf(report.findings)]}**`, "", ...table, "", ...links(report)].join("\n")}\n`;
  },
  junit(report) {
    const cases = sorted(report).map(junitCase);
    const count = (outcome: Outcome) =>
      report.findings.filter((finding) => finding.outcome === outcome).length;
    const counts = `tests="${cases.length}" failures="${count("fail")}" errors="${count("unsure")}"`;
    const out = `<system-out>${xml(links(report).join("\n"))}</system-out>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="headroom gate" ${counts}>\n${cases.join("\n")}\n${out}\n</testsuite>\n`;
  },
};

/** The first line finds the comment with the last report about the same experiment. Names must not end the HTML comment. */
function marker({ run, file }: GateReport): string {
  const subject = run === null ? (file ?? "") : [run.service, run.experiment].join(" / ");
  return `<!-- headroom gate: ${subject.replaceAll(/[^\p{L}\p{N} /._]/gu, "_")} -->`;
}

function junitCase({ outcome, about, words }: Finding): string {
  const body = {
    fail: `<failure message="${xml(words)}"/>`,
    unsure: `<error message="${xml(words)}"/>`,
    note: `<system-out>${xml(words)}</system-out>`,
    pass: `<system-out>${xml(words)}</system-out>`,
  }[outcome];
  return `<testcase classname="headroom" name="${xml(about)}">${body}</testcase>`;
}

function sorted({ findings }: GateReport): Finding[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}

function links({ run, file, baseline, comparisonUrl }: GateReport): string[] {
  const subject = run?.url ?? file ?? "";
  if (baseline === null) return [subject];
  const { number, branch, commit, chosen, commitsBack } = baseline;
  const from = [branch, commit?.slice(0, 10)].filter((one) => typeof one === "string").join(", ");
  const why = CHOSEN[chosen](commitsBack ?? 0);
  return [
    subject,
    `Compared with run #${number}${from === "" ? "" : ` (${from})`}, ${why}: ${baseline.url}`,
    ...(comparisonUrl === null ? [] : [`The comparison: ${comparisonUrl}`]),
  ];
}

const CHOSEN: Record<NonNullable<GateReport["baseline"]>["chosen"], (commitsBack: number) => string> = {
  pinned: () => "the baseline of the experiment",
  "last-good": () => "the last good run",
  commit: (back) => (back === 0 ? "at the merge base" : `${back} commits before the merge base`),
  named: () => "as requested",
};

/** Labels are text from a result file: they must not control the terminal, a comment or a report. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, "\uFFFD");
}

function cell(said: string): string {
  return printable(said).replaceAll(/[\\`*_[\]<>|@#!&~]/g, String.raw`\$&`);
}

function xml(said: string): string {
  const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return printable(said.replaceAll("\n", " ")).replaceAll(/[&<>"]/g, (sign) => named[sign] ?? sign);
}
