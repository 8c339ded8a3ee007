import type { Warning } from "@headroom/core";
import type { UploadReport } from "./upload-source.ts";

const LINES_MOST = 10;

/** One warning for each code, its counts added up and its first lines kept. */
export function joinWarnings(warnings: readonly Warning[]): Warning[] {
  const joined = new Map<string, Warning>();
  for (const warning of warnings) {
    const before = joined.get(warning.code);
    if (before === undefined)
      joined.set(warning.code, { ...warning, lines: warning.lines.slice(0, LINES_MOST) });
    else {
      before.count += warning.count;
      before.lines = [...before.lines, ...warning.lines].slice(0, LINES_MOST);
    }
  }
  return [...joined.values()];
}

/** Lines that were left out are named: none is skipped in silence. */
export function refusedLinesWarning({ refused }: UploadReport): Warning[] {
  if (refused.count === 0) return [];
  const reasons = [...new Set(refused.first.map(({ reason }) => reason))].join("; ");
  return [
    {
      code: "lines-refused",
      count: refused.count,
      detail: `Lines that could not be read as samples were left out. ${reasons}`,
      lines: refused.first.map(({ line }) => line),
    },
  ];
}
