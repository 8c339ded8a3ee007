import type { z } from "zod";
import { MAX_CURVE_POINTS, WEEKS_BEFORE } from "@headroom/contract";
import type { curveParameters, CurvePreview } from "@headroom/contract";
import {
  coarsen,
  HeadroomError,
  holesOf,
  peakOf,
  readCurve,
  requestsOf,
  unitReadings,
  WEEK_SECONDS,
  wholePoints,
} from "@headroom/core";
import type { Curve, CurveUnit, ReadCurve } from "@headroom/core";
import { formatInstant, plural } from "@headroom/core/format";
import type { ServiceDayModel } from "@headroom/db";
import { chooseFigures } from "./choose-figures.ts";
import type { DayCurve, FigureChoice } from "./choose-figures.ts";
import type { CurveFile, CurveSeries } from "./curve-file.ts";
import { unitOf } from "./curve-unit.ts";

export type { CurveFile } from "./curve-file.ts";

type Parameters = z.output<typeof curveParameters>;
export type CurveChoice = Pick<Parameters, "series" | "unit" | "p99" | "p99Unit" | "errors" | "errorsUnit"> &
  Partial<Pick<Parameters, "of">>;

/** `name` is what people call the time that the file is about. */
type Span = CurveDay & { name: string };

/** The day that a curve is chosen for. */
export type CurveDay = Pick<ServiceDayModel, "startsAt" | "endsAt" | "timeZone">;

/** A file that hasn't been read yet. Long files are read in another process, so all that is passed is plain data. */
export interface CurveSource {
  /** `chooseCurve` of what the file has. */
  choose(choice: CurveChoice, day: CurveDay): Promise<ChosenCurve>;
}

export interface ChosenCurve {
  preview: CurvePreview;
  /** Null: something has to be said or put right first. */
  curve: DayCurve | null;
}

const LISTED = 10;
const LISTED_SERIES = 100;
/** What a file says about a peak day, and what people still have to say about it. Nothing is guessed. */
export function chooseCurve(file: CurveFile, choice: CurveChoice, day: CurveDay): ChosenCurve {
  const { of = "day" } = choice;
  const span = of === "day" ? { ...day, name: "the peak day" } : weeksBefore(day);
  const reading = understand(file, choice, span);
  const { read, within } = reading;
  const kept = within === null ? null : keptOf(within, of);
  const figures =
    within === null || kept === null
      ? NO_FIGURES
      : chooseFigures(file, figureChoice(file, choice), { fine: within, kept, timeZone: day.timeZone });
  const problems = [...problemsOf(reading, span), ...partProblems(choice), ...figures.problems];
  const preview = {
    ...seriesPreview(reading),
    figures: read === null || kept === null ? null : figuresOf(read, kept),
    ...figures.preview,
    notes: [...notesOf(file, { read, within }, span), ...figures.notes],
    problems,
  };
  return { preview, curve: problems.length === 0 ? figures.curve : null };
}

const NO_FIGURES = { curve: null, preview: { p99: null, errors: null }, problems: [], notes: [] };

function seriesPreview({ file: { format, series }, chosen, unit }: Reading) {
  return {
    format,
    series: series
      .slice(0, LISTED_SERIES)
      .map(({ name, unit: own, rows }) => ({ name, unit: own, values: rows.length })),
    chosen: chosen?.name ?? null,
    unit,
    units: unitReadings(chosen?.rows ?? []),
  };
}

function weeksBefore({ startsAt, timeZone }: CurveDay): Span {
  const from = new Date(startsAt.getTime() - WEEKS_BEFORE * WEEK_SECONDS * 1_000);
  return {
    startsAt: from,
    endsAt: startsAt,
    timeZone,
    name: `the ${WEEKS_BEFORE} weeks before the peak day`,
  };
}

/** What is usual is compared hour by hour, so a wide point of which a part is missing is missing. */
function keptOf(within: Curve, of: Parameters["of"]): Curve {
  const kept = coarsen(within, MAX_CURVE_POINTS);
  return of === "day" ? kept : wholePoints(within, kept);
}

function figureChoice(file: CurveFile, { p99, errors, p99Unit, errorsUnit }: CurveChoice): FigureChoice {
  const named = (field: string, name: string | undefined) =>
    name === undefined ? null : requireSeries(file, { field, name });
  return { p99: named("p99", p99), p99Unit, errors: named("errors", errors), errorsUnit };
}

/** What is usual is only a number of requests. */
function partProblems({ of, p99, errors }: CurveChoice): CurvePreview["problems"] {
  if (of !== "weeks-before" || (p99 === undefined && errors === undefined)) return [];
  return [
    { field: null, message: "Of the weeks before, only the throughput is used. Leave out p99 and errors." },
  ];
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
  choice: CurveChoice,
  day: Pick<ServiceDayModel, "startsAt" | "endsAt">,
): Reading {
  const { unit: given } = choice;
  const chosen = seriesOf(file, choice);
  if (chosen === null) return { file, chosen, unit: null, read: null, within: null };
  const unit = given ?? unitOf(chosen);
  const read = unit === null ? null : readCurve(chosen.rows, { unit, rowEnds: file.rowEnds });
  return { file, chosen, unit, read, within: read === null ? null : clip(read.curve, day) };
}

/** The only one that isn't p99 or errors, unless somebody says which one. */
function seriesOf(file: CurveFile, { series: name, p99, errors }: CurveChoice): CurveSeries | null {
  if (name !== undefined) return requireSeries(file, { field: "series", name });
  const others = file.series.filter((one) => one.name !== p99 && one.name !== errors);
  return others.length === 1 ? (others[0] ?? null) : null;
}

function requireSeries({ series }: CurveFile, { field, name }: { field: string; name: string }): CurveSeries {
  const found = series.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new HeadroomError("parameter-unreadable", "The file has no such series.", {
    field,
    hint: `Use one of: ${series
      .slice(0, LISTED)
      .map((one) => one.name)
      .join(", ")}.`,
  });
}

function clip(
  { stepSeconds, points }: Curve,
  { startsAt, endsAt }: Pick<ServiceDayModel, "startsAt" | "endsAt">,
): Curve {
  const [from, to] = [startsAt.getTime() / 1_000, endsAt.getTime() / 1_000];
  return { stepSeconds, points: points.filter(([second]) => second + stepSeconds > from && second < to) };
}

function problemsOf(
  { file, chosen, unit, read, within }: Reading,
  { timeZone, name }: Span,
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
    return wrong(`None of the values is within ${name}. They are from ${shown(from)} to ${shown(to)}.`);
  }
  return peakOf(within).requestsPerSecond === 0 ? wrong("All values are 0.") : [];
}

function notesOf(
  { refused, warnings }: CurveFile,
  { read, within }: Pick<Reading, "read" | "within">,
  { name }: Span,
): string[] {
  const notes = warnings.map(({ detail }) => detail);
  if (refused.count > 0) {
    const [first] = refused.first;
    const where = first === undefined ? "" : ` The first is line ${first.line}: it ${first.reason}.`;
    notes.push(`${plural(refused.count, "line")} could not be read and will be left out.${where}`);
  }
  if (read === null || within === null) return notes;
  const outside = read.curve.points.length - within.points.length;
  if (outside > 0) notes.push(`${plural(outside, "value")} outside ${name} will be left out.`);
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
