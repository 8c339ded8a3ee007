import { ERROR_UNITS, MAX_CURVE_POINTS } from "@headroom/contract";
import type { CurvePreview, P99_UNITS } from "@headroom/contract";
import { alongside, readCurve, readQuoted, widenQuoted } from "@headroom/core";
import type { Curve, CurveUnit, Quoted } from "@headroom/core";
import { formatInstant, formatLength, plural } from "@headroom/core/format";
import { unitOf } from "./curve-unit.ts";
import type { CurveFile, CurveSeries } from "./curve-file.ts";

type P99Unit = (typeof P99_UNITS)[number];
type ErrorUnit = (typeof ERROR_UNITS)[number];
type Problems = CurvePreview["problems"];

export interface FigureChoice {
  /** Undefined: the file has none, or nobody wants it. */
  p99: CurveSeries | null;
  p99Unit: P99Unit | undefined;
  errors: CurveSeries | null;
  errorsUnit: ErrorUnit | undefined;
}

export interface DayCurve extends Curve {
  p99: Quoted | null;
  /** Failed requests a second, of the points that have them. */
  errors: Curve["points"] | null;
}

interface Throughput {
  /** Every value of the file that is within the day, and the points that are kept. */
  fine: Curve;
  kept: Curve;
  timeZone: string;
}

/** What a file says about p99 and errors beside the throughput. A p99 is quoted, and never averaged. */
export function chooseFigures(file: CurveFile, choice: FigureChoice, throughput: Throughput) {
  const { quoted, problems: wrong } =
    choice.p99 === null ? NO_P99 : p99Of(file, choice.p99, { unit: choice.p99Unit, throughput });
  const { points, problems } =
    choice.errors === null
      ? NO_ERRORS
      : errorsOf(file, choice.errors, { unit: choice.errorsUnit, throughput });
  const { kept, fine } = throughput;
  return {
    curve: { ...kept, p99: quoted, errors: points } satisfies DayCurve,
    preview: {
      p99: quoted === null ? null : quotedPreview(quoted),
      errors: points === null ? null : errorPreview(points, kept.stepSeconds),
    },
    problems: [...wrong, ...problems],
    notes: [...stepNote(quoted, fine), ...missingNote(points, kept)],
  };
}

const NO_P99: ReturnType<typeof p99Of> = { quoted: null, problems: [] };
const NO_ERRORS: ReturnType<typeof errorsOf> = { points: null, problems: [] };

function stepNote(quoted: Quoted | null, fine: Curve): string[] {
  if (quoted === null || quoted.stepSeconds <= fine.stepSeconds) return [];
  const [own, other] = [quoted, fine].map(({ stepSeconds }) => formatLength(stepSeconds));
  return [
    `p99 has a value every ${own} and throughput every ${other}, so p99 can't be drawn point by point.`,
  ];
}

function quotedPreview({ stepSeconds, points }: Quoted): CurvePreview["p99"] {
  return {
    stepSeconds,
    points: points.length,
    highestMs: points.reduce((most, [, , high]) => Math.max(most, high), 0),
  };
}

function errorPreview(points: Curve["points"], stepSeconds: number): CurvePreview["errors"] {
  const failed = points.reduce((sum, [, rate]) => sum + rate * stepSeconds, 0);
  return { points: points.length, failed: Math.round(failed) };
}

function missingNote(errors: Curve["points"] | null, kept: Curve): string[] {
  const missing = errors === null ? 0 : kept.points.length - errors.length;
  return missing === 0
    ? []
    : [`${plural(missing, "point")} without errors: nobody knows which failed there.`];
}

const MILLIS = { s: 1_000, ms: 1, us: 0.001 } as const;
const P99_WORDS: Record<string, P99Unit> = {
  s: "s",
  sec: "s",
  second: "s",
  seconds: "s",
  ms: "ms",
  millisecond: "ms",
  milliseconds: "ms",
  us: "us",
  µs: "us",
  microseconds: "us",
};

interface Of<Unit> {
  unit: Unit | undefined;
  throughput: Throughput;
}

function p99Of(
  { rowEnds }: CurveFile,
  series: CurveSeries,
  { unit: given, throughput }: Of<P99Unit>,
): { quoted: Quoted | null; problems: Problems } {
  const words = series.unit?.trim().toLowerCase() ?? "";
  const unit = given ?? (Object.hasOwn(P99_WORDS, words) ? P99_WORDS[words] : undefined);
  if (unit === undefined) {
    const message = "The file doesn't say in which unit p99 is. Choose s, ms or us.";
    return { quoted: null, problems: [{ field: "p99Unit", message }] };
  }
  const rows = series.rows.map(({ at, value }) => ({ at, value: value * MILLIS[unit] }));
  const read = readQuoted(rows, { rowEnds });
  if (read === null) return refused("p99 has values for fewer than two moments.");
  const [first] = read.contradicting;
  if (first !== undefined) return refused(contradiction("p99", first, throughput));
  const [from, to] = spanOf(throughput.fine);
  const { stepSeconds, points } = read.quoted;
  const within = { stepSeconds, points: points.filter(([at]) => at + stepSeconds > from && at < to) };
  if (within.points.length === 0) return refused("None of the values of p99 is within the throughput.");
  const places = Math.ceil((to - from) / stepSeconds);
  const width = Math.ceil(places / MAX_CURVE_POINTS) * stepSeconds;
  return { quoted: widenQuoted(within, width), problems: [] };

  function refused(message: string) {
    return { quoted: null, problems: [{ field: null, message }] };
  }
}

function errorsOf(
  { rowEnds }: CurveFile,
  series: CurveSeries,
  { unit: given, throughput }: Of<ErrorUnit>,
): { points: Curve["points"] | null; problems: Problems } {
  const { fine, kept } = throughput;
  const unit = given ?? (series.unit?.trim() === "%" ? "percent" : unitOf(series));
  if (unit === null) {
    const message = `The file doesn't say what its errors count. Choose one of ${ERROR_UNITS.join(", ")}.`;
    return { points: null, problems: [{ field: "errorsUnit", message }] };
  }
  const isShare = unit === "share" || unit === "percent";
  const counted: CurveUnit = isShare ? "per-second" : unit;
  const read = readCurve(series.rows, { unit: counted, rowEnds });
  if (read === null) return refused("The errors have values for fewer than two moments.");
  const [first] = read.contradicting;
  if (first !== undefined) return refused(contradiction("errors", first, throughput));
  if (read.curve.stepSeconds !== fine.stepSeconds) {
    const steps = `every ${formatLength(read.curve.stepSeconds)}, and the throughput every ${formatLength(fine.stepSeconds)}`;
    return refused(`The errors have a value ${steps}. Export both with the same step.`);
  }
  const requests = new Map(fine.points);
  const perSecond = read.curve.points.flatMap(([second, value]) => {
    const own = requests.get(second);
    if (own === undefined) return [];
    if (!isShare) return [[second, value] as const];
    return [[second, (value * own) / (unit === "percent" ? 100 : 1)] as const];
  });
  const over = perSecond.find(([second, failed]) => failed > (requests.get(second) ?? 0) * MOST_SHARE);
  if (over !== undefined)
    return refused(
      `More requests failed than there were for ${momentText(over[0], throughput)}. Check the units.`,
    );
  if (perSecond.length === 0) return refused("None of the values of errors is within the throughput.");
  return { points: alongside(fine, kept, perSecond), problems: [] };

  function refused(message: string) {
    return { points: null, problems: [{ field: null, message }] };
  }
}

/** Two rates over the same time that were read apart can differ a little. */
const MOST_SHARE = 1.02;

function contradiction(what: string, second: number, throughput: Throughput): string {
  return `There are different values of ${what} for ${momentText(second, throughput)}. Remove those that are wrong.`;
}

function momentText(second: number, { timeZone }: Throughput): string {
  return formatInstant(new Date(second * 1_000), timeZone);
}

function spanOf({ stepSeconds, points }: Curve): [number, number] {
  return [points[0]?.[0] ?? 0, (points.at(-1)?.[0] ?? 0) + stepSeconds];
}
