import { HeadroomError } from "@headroom/core";

/** The groups of what `pattern` finds in a tool's report, or a refusal: it must have that line to be one. */
export function matchReport(text: string, pattern: RegExp, report: string, line: string): readonly string[] {
  const match = pattern.exec(text);
  if (match !== null) return match.slice(1);
  throw new HeadroomError("file-unreadable", `This ${report} has no readable "${line}" line.`, {
    hint: "Send the complete report that the tool printed after the run.",
  });
}
