import { HeadroomError } from "@headroom/core";

/** The groups of `pattern` in a tool's report. Refuses a report without that line. */
export function matchReport(text: string, pattern: RegExp, report: string, line: string): readonly string[] {
  const match = pattern.exec(text);
  if (match !== null) return match.slice(1);
  throw new HeadroomError("file-unreadable", `This ${report} has no readable "${line}" line.`, {
    hint: "Send the complete report that the tool printed after the run.",
  });
}
