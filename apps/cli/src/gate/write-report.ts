import { printable } from "./escape.ts";
import { linesOf, sorted, titleOf } from "./gate-report.ts";
import type { GateReport } from "./gate-report.ts";
import { outcomeOf } from "./judge-gate.ts";
import { linksOf } from "./report-links.ts";
import { lineOf, subjectOf } from "./report-subject.ts";
import { writeJunit } from "./write-junit.ts";
import { writeMarkdown } from "./write-markdown.ts";

export const FORMATS = ["text", "json", "markdown", "junit"] as const;
export type ReportFormat = (typeof FORMATS)[number];

export function writeReport(report: GateReport, format: ReportFormat): string {
  return WRITERS[format](report);
}

const WRITERS: Record<ReportFormat, (report: GateReport) => string> = {
  text(report) {
    const title = `${titleOf(report)} ${lineOf(subjectOf(report))}`;
    const lines = linesOf(report).map(
      ({ outcome, about, words }) => `  ${outcome.padEnd(6)} ${about}: ${words}`,
    );
    return `${[title, ...lines, ...linksOf(report)].map(printable).join("\n")}\n`;
  },
  json: (report) =>
    `${JSON.stringify({ outcome: outcomeOf(report.findings), ...report, findings: sorted(report) }, null, 2)}\n`,
  markdown: writeMarkdown,
  junit: writeJunit,
};
