import { MAX_CURVE_POINTS } from "@headroom/contract";
import type { CurvePreview } from "@headroom/contract";
import { coarsen, HeadroomError, holesOf, peakOf, readCurve, requestsOf, unitReadings } from "@headroom/core";
import type { Curve, CurveUnit, ReadCurve } from "@headroom/core";
import { formatInstant, plural } from "@headroom/core/format";
import type { PeakDayModel } from "@headroom/db";
import type { CurveFile, CurveSeries } from "./curve-file.ts";

export interface CurveChoice {
  /** Undefined: the only series. */
  series?: string | undefined;
  /** Undefined: what the file says. */
  unit?: CurveUnit | undefined;
}

type Day = Pick<PeakDayModel, "startsAt" | "endsAt" | "timeZone">;

export interface ChosenCurve {
  preview: CurvePreview;
  /** Null: something has to be said or put right first. */
  curve: Curve | null;
}

const LISTED = 10;
const LISTED_SERIES = 100;
const UNIT_WORDS: readonly [RegExp, CurveUnit][] = [
  [
    /^(?:reqs?|requests?|ops|rps|reqps|hits|1|count)?\s*(?:\/|per\s*)?\s*(?:s|sec|second)$|^(?:rps|reqps|qps)$/i,
    "per-second",
  ],
  [/^(?:reqs?|requests?|ops|hits|1|count)?\s*(?:\/|per\s*)\s*(?:m|min|minute)$|^rpm$/i, "per-minute"],
  [/^(?:reqs?|requests?|ops|hits|1|count)?\s*(?:\/|per\s*)\s*(?:h|hour)$|^rph$/i, "per-hour"],
];

/** What a file says about a peak day, and what people still have to say about it. Nothing is guessed. */
export function chooseCurve(file: CurveFile, choice: CurveChoice, day: Day): ChosenCurve {
  const reading = understand(file, choice, day);
  const { chosen, unit, read, within } = reading;
  const problems = problemsOf(reading, day);
  const curve = within === null ? null : coarsen(within, MAX_CURVE_POINTS);
  const preview = {
    format: file.format,
    series: file.series
      .slice(0, LISTED_SERIES)
      .map(({ name, unit: own, rows }) => ({ name, unit: own, values: rows.length })),
    chosen: chosen?.name ?? null,
    unit,
    units: unitReadings(chosen?.rows ?? []),
    figures: read === null || curve === null ? null : figuresOf(read, curve),
    notes: notesOf(file, read, within),
    problems,
  };
  return { preview, curve: problems.length === 0 ? curve : null };
}

interface Reading {
  file: CurveFile;
  chosen: CurveSeries | null;
  unit: CurveUnit | null;
  read: ReadCurve | null;
  /** The part of it within the peak day. */
  within: Curve | null;
}

function understand(
  file: CurveFile,
  { series: wanted, unit: given }: CurveChoice,
  day: Pick<PeakDayModel, "startsAt" | "endsAt">,
): Reading {
  const chosen = seriesOf(file, wanted);
  if (chosen === null) return { file, chosen, unit: null, read: null, within: null };
  const unit = given ?? unitOf(chosen);
  const read = unit === null ? null : readCurve(chosen.rows, { unit, rowEnds: file.rowEnds });
  return { file, chosen, unit, read, within: read === null ? null : clip(read.curve, day) };
}

function seriesOf({ series }: CurveFile, wanted: string | undefined): CurveSeries | null {
  if (wanted === undefined) return series.length === 1 ? (series[0] ?? null) : null;
  const found = series.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new HeadroomError("parameter-unreadable", "The file has no such series.", {
    field: "series",
    hint: `Use one of: ${series
      .slice(0, LISTED)
      .map(({ name }) => name)
      .join(", ")}.`,
  });
}

function unitOf({ unit }: CurveSeries): CurveUnit | null {
  return UNIT_WORDS.find(([words]) => words.test(unit?.trim() ?? ""))?.[1] ?? null;
}

function clip(
  { stepSeconds, points }: Curve,
  { startsAt, endsAt }: Pick<PeakDayModel, "startsAt" | "endsAt">,
): Curve {
  const [from, to] = [startsAt.getTime() / 1_000, endsAt.getTime() / 1_000];
  return { stepSeconds, points: points.filter(([second]) => second + stepSeconds > from && second < to) };
}

function problemsOf(
  { file, chosen, unit, read, within }: Reading,
  { timeZone }: Day,
): CurvePreview["problems"] {
  const wrong = (message: string) => [{ field: null, message }];
  const shown = (second: number) => {
    const minute = formatInstant(new Date(second * 1_000), timeZone);
    return second % 60 === 0 ? minute : `${minute}:${String(second % 60).padStart(2, "0")}`;
  };
  if (file.series.length === 0) return wrong("The file has no values.");
  if (chosen === null) {
    const message = "The file has several series. Choose the one that counts the requests.";
    return [{ field: "series", message }];
  }
  if (read === null && unitReadings(chosen.rows).length === 0)
    return wrong("The file has values for fewer than two moments that are at least a second apart.");
  if (unit === null || read === null || within === null)
    return [{ field: "unit", message: "The file doesn't say what its values count. Choose a unit." }];
  const [first] = read.contradicting;
  if (first !== undefined) {
    const others = read.contradicting.length - 1;
    const more = others === 0 ? "" : `, and for ${plural(others, "other moment")}`;
    return wrong(`There are different values for ${shown(first)}${more}. Remove those that are wrong.`);
  }
  if (within.points.length === 0) {
    const [from, to] = spanOf(read.curve);
    return wrong(`None of the values is within the peak day. They are from ${shown(from)} to ${shown(to)}.`);
  }
  return peakOf(within).requestsPerSecond === 0 ? wrong("All values are 0.") : [];
}

function notesOf({ refused, warnings }: CurveFile, read: ReadCurve | null, within: Curve | null): string[] {
  const notes = warnings.map(({ detail }) => detail);
  if (refused.count > 0) {
    const [first] = refused.first;
    const where = first === undefined ? "" : ` The first is line ${first.line}: it ${first.reason}.`;
    notes.push(`${plural(refused.count, "line")} could not be read and will be left out.${where}`);
  }
  if (read === null || within === null) return notes;
  const outside = read.curve.points.length - within.points.length;
  if (outside > 0) notes.push(`${plural(outside, "value")} outside the peak day will be left out.`);
  if (read.refused > 0) notes.push(`${plural(read.refused, "value")} below 0 will be left out.`);
  if (read.repeated > 0) notes.push(`${plural(read.repeated, "repeated row")} will count once.`);
  if (read.isUnordered) notes.push("The rows are not in order of time. They will be sorted.");
  if (read.offGrid > 0)
    notes.push(
      `${plural(read.offGrid, "row")} between two steps of ${read.curve.stepSeconds} s will be moved to the closer one.`,
    );
  return notes;
}

function figuresOf({ curve: { stepSeconds } }: ReadCurve, curve: Curve): CurvePreview["figures"] {
  const [from, to] = spanOf(curve);
  const { second, requestsPerSecond } = peakOf(curve);
  const holes = holesOf(curve);
  return {
    stepSeconds,
    keptSeconds: curve.stepSeconds,
    points: curve.points.length,
    from: momentOf(from),
    to: momentOf(to),
    peak: requestsPerSecond,
    peakAt: momentOf(second),
    requests: Math.round(requestsOf(curve)),
    holes: {
      count: holes.length,
      seconds: holes.reduce((sum, hole) => sum + hole.to - hole.from, 0),
      first: holes.slice(0, LISTED).map((hole) => ({ from: momentOf(hole.from), to: momentOf(hole.to) })),
    },
    drawn: coarsen(curve, 240).points.map(([at, rate]) => [at, rate]),
    drawnSeconds: coarsen(curve, 240).stepSeconds,
  };
}

function spanOf({ stepSeconds, points }: Curve): [number, number] {
  return [points[0]?.[0] ?? 0, (points.at(-1)?.[0] ?? 0) + stepSeconds];
}

function momentOf(second: number): string {
  return new Date(second * 1_000).toISOString();
}
