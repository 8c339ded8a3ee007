import { formatLength } from "../format/duration.ts";
import type { ParseReport, Warning } from "../cell/sample.ts";

const MAX_LINES = 10;

/** Of live traffic: the service reported nothing for some time. */
export function isSilent(warnings: readonly { code: string }[]): boolean {
  return warnings.some(({ code }) => code === "traffic-silent");
}

/** Of results that say so: a simulator sent all of their requests, or some. */
export function isSimulated(warnings: readonly { code: string }[]): boolean {
  return warnings.some(({ code }) => SIMULATED.has(code));
}

const SIMULATED: ReadonlySet<string> = new Set(["traffic-simulated", "traffic-partly-simulated"]);

/** `withReal`: it has real requests, too. */
export function simulatedWarning({ withReal }: { withReal: boolean }): Warning {
  return withReal
    ? {
        code: "traffic-partly-simulated",
        count: 1,
        lines: [],
        detail: "A simulator sent some of these requests. The others are real, and the figures contain both.",
      }
    : {
        code: "traffic-simulated",
        count: 1,
        lines: [],
        detail: "A simulator sent these requests. The run proves nothing about the service.",
      };
}

/** What an upload says of itself. */
export function statedOrigin({ simulated }: { simulated?: "true" | "false" | undefined }): Warning[] {
  return simulated === "true" ? [simulatedWarning({ withReal: false })] : [];
}

/** What the parts of a run say together: if only some are simulated, the others are real. */
export function joinPartWarnings(parts: readonly (readonly Warning[])[]): Warning[] {
  const isMixed = parts.some(isSimulated) && !parts.every(isSimulated);
  const joined = joinWarnings(parts.flat());
  if (!isMixed) return joined;
  return [...joined.filter((warning) => !isSimulated([warning])), simulatedWarning({ withReal: true })];
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
export function partsApartWarning(
  part: PartSpan,
  others: readonly PartSpan[],
  otherwise = "give each its own `run`",
): Warning[] {
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
      detail: `This part does not overlap any other part of the run: the gap is ${Math.ceil(least / 1e6)} s. If they are separate runs, ${otherwise}.`,
      lines: [],
    },
  ];
}

/** How far the clocks of a load generator and ours may differ without a word. */
const CLOCKS_DIFFER_MICROS = 60 * 1e6;

/** Nobody has measured the future: a clock is ahead or runs fast, or times were read in the wrong unit or zone. */
export function futureWarning({ lastCompletionMicros }: PartSpan, now: Date): Warning[] {
  const aheadMicros = lastCompletionMicros - now.getTime() * 1_000;
  if (aheadMicros <= CLOCKS_DIFFER_MICROS) return [];
  const end = new Date(lastCompletionMicros / 1_000).toISOString();
  return [
    {
      code: "in-the-future",
      count: 1,
      detail: `The run ends at ${end}, ${formatLength(Math.round(aheadMicros / 1e6))} after its upload. The load generator's clock is ahead or runs fast, or the file's times are in another unit or time zone. A clock that runs fast makes a run seem longer, and its throughput lower.`,
      lines: [],
    },
  ];
}
