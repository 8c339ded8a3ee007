import type { RunOutcome } from "@headroom/core";

/** How the reports of a gate begin. */
export const TITLES: Record<RunOutcome, string> = {
  misses: "Failed: it misses a target.",
  regressed: "Failed: it regressed.",
  unsure: "Unsure: the results don't settle it.",
  holds: "Passed: it holds.",
  "no-change": "Passed: no change.",
  "not-judged": "Not judged.",
};
export const CODES: Record<RunOutcome, number> = {
  misses: 10,
  regressed: 10,
  unsure: 11,
  holds: 0,
  "no-change": 0,
  "not-judged": 11,
};

export type ReportFormat = "json" | "text" | "markdown" | "junit";

/** Where a report has its title and its first finding. */
export const PARTS: Record<
  Exclude<ReportFormat, "json">,
  (lines: string[]) => { title: string; lead: string }
> = {
  text: ([title = "", lead = ""]) => ({ title, lead: lead.replace(/^ +\w+ +/, "") }),
  markdown: (lines) => ({
    title: lines[1]?.replaceAll("**", "") ?? "",
    lead: (lines[lines.indexOf("| result | about | details |") + 2] ?? "")
      .replaceAll(/\\(.)/g, "$1")
      .replace(/^\| \w+ \| /, "")
      .replace(" | ", ": "),
  }),
  junit: (lines) => ({
    title: lines.find((line) => line.startsWith("<system-out>"))?.replace("<system-out>", "") ?? "",
    lead: caseOf(lines.find((line) => line.startsWith("<testcase")) ?? ""),
  }),
};

function caseOf(line: string): string {
  const [, name = ""] = / name="([^"]*)"/.exec(line) ?? [];
  const [, said = ""] = /(?:message="|<system-out>)([^"<]*)/.exec(line) ?? [];
  return unescaped(`${name}: ${said}`);
}

const SIGNS: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const unescaped = (text: string) => text.replaceAll(/&\w+;/g, (sign) => SIGNS[sign] ?? sign);
