import type { ErrorCode } from "@headroom/core";
import { markdown, printable } from "./escape.ts";
import { lineOf, nameOf } from "./report-subject.ts";
import type { Subject } from "./report-subject.ts";
import { writeJunitError } from "./write-junit.ts";
import { markerOf } from "./write-markdown.ts";
import type { ReportFormat } from "./write-report.ts";

/** Why a gate judged nothing. */
export interface ErrorReport {
  subject: Subject;
  code: ErrorCode;
  message: string;
  hint: string | null;
}

const TITLE = "Could not judge this build.";

export function writeError(report: ErrorReport, format: ReportFormat): string {
  return WRITERS[format](report);
}

const WRITERS: Record<ReportFormat, (report: ErrorReport) => string> = {
  text: (report) =>
    `${[`${TITLE} ${lineOf(report.subject)}`, `  error  ${wordsOf(report)}`].map(printable).join("\n")}\n`,
  json({ subject, ...error }) {
    const judged = { findings: [], run: null, file: null, baseline: null, comparisonUrl: null };
    const about = { subject: nameOf(subject), commit: subject.build.commit };
    return `${JSON.stringify({ result: "error", error, ...about, ...judged }, null, 2)}\n`;
  },
  markdown(report) {
    const { subject } = report;
    const first = `**${TITLE}** ${markdown(lineOf(subject))}`;
    return `${[markerOf(subject), first, "", markdown(wordsOf(report))].join("\n")}\n`;
  },
  junit: (report) => writeJunitError({ ...report, words: wordsOf(report) }),
};

function wordsOf({ message, hint }: ErrorReport): string {
  return hint === null ? message : `${message} ${hint}`;
}
