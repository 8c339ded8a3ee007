import type { Warning, ParseReport } from "@headroom/core";

const MAX_LINES = 10;

/** By these, a tool says that it sent less than requested. */
const HELD_BACK: ReadonlySet<string> = new Set(["dropped-iterations", "rate-not-reached", "users-skipped"]);

export function heldBack(warnings: readonly { code: string }[]): boolean {
  return warnings.some(({ code }) => HELD_BACK.has(code));
}

/** One warning for each code, with its counts added up and its first lines. */
export function joinWarnings(warnings: readonly Warning[]): Warning[] {
  const joined = new Map<string, Warning>();
  for (const warning of warnings) {
    const before = joined.get(warning.code);
    if (before === undefined)
      joined.set(warning.code, { ...warning, lines: warning.lines.slice(0, MAX_LINES) });
    else {
      before.count += warning.count;
      before.lines = [...before.lines, ...warning.lines].slice(0, MAX_LINES);
    }
  }
  return [...joined.values()];
}

/** Lines that were left out are reported: none is skipped silently. */
export function refusedLinesWarning({ refused }: ParseReport): Warning[] {
  if (refused.count === 0) return [];
  const reasons = [...new Set(refused.first.map(({ reason }) => reason))].join("; ");
  return [
    {
      code: "lines-refused",
      count: refused.count,
      detail: `Some lines could not be read as samples and were skipped. ${reasons}`,
      lines: refused.first.map(({ line }) => line),
    },
  ];
}

/** When a part's first request began and its last one ended. */
export interface PartSpan {
  firstStartMicros: number;
  lastCompletionMicros: number;
}

/** A key that was meant for one run and is reused for the next joins the two. Nothing else tells them apart. */
export function partsApartWarning(part: PartSpan, others: readonly PartSpan[]): Warning[] {
  const gaps = others.map((other) =>
    Math.max(
      other.firstStartMicros - part.lastCompletionMicros,
      part.firstStartMicros - other.lastCompletionMicros,
    ),
  );
  const least = Math.min(...gaps);
  if (others.length === 0 || least <= 0) return [];
  return [
    {
      code: "parts-apart",
      count: 1,
      detail: `This part does not overlap any other part of the run: the gap is ${Math.ceil(least / 1e6)} s. If they are separate runs, give each its own \`run\`.`,
      lines: [],
    },
  ];
}
