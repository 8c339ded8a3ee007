import { printable } from "./escape.ts";
import { changedLines, linesOf, resultOf, titleOf } from "./gate-report.ts";
import type { GateReport } from "./gate-report.ts";
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
    const lines = linesOf(report.judgement).map(
      ({ effect, about, words }) => `  ${effect.padEnd(6)} ${about}: ${words}`,
    );
    const { next } = report.judgement;
    const step = next === null ? [] : [`Next: ${next.words}`];
    const changed = changedLines(report).map((line) => `  ${line}`);
    const gauges = report.gauges.map((words) => `  gauge  ${words}`);
    return `${[title, ...lines, ...gauges, ...changed, ...step, ...linksOf(report)].map(printable).join("\n")}\n`;
  },
  json(report) {
    const { judgement, ...about } = report;
    return `${JSON.stringify({ result: resultOf(report), ...judgement, ...about }, null, 2)}\n`;
  },
  markdown: writeMarkdown,
  junit: writeJunit,
};
