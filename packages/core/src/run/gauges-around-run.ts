import { mergeGaugeCells } from "../cell/gauge-cells.ts";
import type { GaugeTotals } from "../cell/gauge-register.ts";
import type { Warning } from "../cell/sample.ts";
import { formatLength } from "../format/duration.ts";
import { plural } from "../format/plural.ts";
import { HOUR_SECONDS } from "../time.ts";
import type { Stretch } from "../gauge/index.ts";

/** Gauges are watched for so long before and after their run: what a load did to a queue shows once the load is over. */
export const WATCHED_AROUND_SECONDS = 1_800;

/** Clocks of other time zones are off by multiples of this, and by at most so many. */
const ZONE_SECONDS = HOUR_SECONDS / 2;
const MOST_ZONES = 28;
/** Times that are moved by a zone fit if they lie no further outside of the run, and cover so much of it. */
const FITS_SECONDS = 300;
const COVERED = 0.5;

export interface GaugesAroundRun {
  gauges: GaugeTotals[];
  warnings: Warning[];
}

/** Leaves out what was measured too long before or after a run, and says how much that is and how far away. */
export function gaugesAroundRun(gauges: readonly GaugeTotals[], run: Stretch): GaugesAroundRun {
  const from = run.fromSeconds - WATCHED_AROUND_SECONDS;
  const to = run.toSeconds + WATCHED_AROUND_SECONDS;
  const isNear = ({ offsetSeconds, stepSeconds }: GaugeTotals["rows"][number]) =>
    offsetSeconds + stepSeconds > from && offsetSeconds < to;
  const finest = gauges.flatMap(({ finestStepSeconds, rows }) =>
    rows.filter(({ stepSeconds }) => stepSeconds === finestStepSeconds),
  );
  const near = gauges.map((gauge) => ({ ...gauge, rows: gauge.rows.filter(isNear) }));
  const kept = near.filter(({ rows }) => rows.length > 0);
  const all = valuesOf(finest);
  const warn = (count: number, detail: string): GaugesAroundRun => ({
    gauges: kept,
    warnings: [{ code: "gauges-outside-run", count, detail, lines: [] }],
  });
  if (all > 0 && finest.every((row) => awayFrom(row, run) !== 0))
    return warn(all, allOutside(finest, run, all));
  const far = finest.filter((row) => !isNear(row));
  if (far.length === 0) return { gauges: kept, warnings: [] };
  const count = valuesOf(far);
  return warn(count, someOutside(far, run, { count, all }));
}

type Rows = readonly GaugeTotals["rows"][number][];

const valuesOf = (rows: Rows) => mergeGaugeCells(rows.map(({ cell }) => cell))?.count ?? 0;

function allOutside(rows: Rows, run: Stretch, all: number): string {
  const nearest = rows
    .map((row) => awayFrom(row, run))
    .reduce((least, away) => (Math.abs(away) < Math.abs(least) ? away : least));
  const which = all === 1 ? "the only one is" : `the nearest of all ${all.toLocaleString("en-US")} is`;
  const said = `No gauge value was measured during the run: ${which} ${distance(nearest)}.`;
  const zone = zoneOf(rows, run);
  return zone === null
    ? said
    : `${said} Their times fit if they are moved by ${formatLength(zone)}: is their clock in another time zone?`;
}

function someOutside(far: Rows, run: Stretch, { count, all }: { count: number; all: number }): string {
  const away = far.map((row) => awayFrom(row, run));
  const [before, after] = [Math.min(0, ...away), Math.max(0, ...away)];
  const where = [before, after].filter((seconds) => seconds !== 0).map(distance);
  const were = `${plural(count, "gauge value")} of ${all.toLocaleString("en-US")} ${count === 1 ? "was" : "were"}`;
  return `${were} measured more than 30 minutes before or after the run and left out, as far as ${where.join(" and ")}.`;
}

/** Negative: before the run. */
function awayFrom({ offsetSeconds }: Rows[number], { fromSeconds, toSeconds }: Stretch): number {
  if (offsetSeconds < fromSeconds) return offsetSeconds - fromSeconds;
  return offsetSeconds < toSeconds ? 0 : Math.max(1, offsetSeconds - toSeconds);
}

function distance(away: number): string {
  return `${formatLength(Math.abs(away))} ${away < 0 ? "before its start" : "after its end"}`;
}

/** By how much all values have to be moved to lie in the run; null: no time zone explains it. */
function zoneOf(rows: Rows, { fromSeconds, toSeconds }: Stretch): number | null {
  const offsets = rows.map(({ offsetSeconds }) => offsetSeconds);
  const [first, last] = [Math.min(...offsets), Math.max(...offsets)];
  const middle = (fromSeconds + toSeconds - first - last) / 2;
  const move = Math.round(middle / ZONE_SECONDS) * ZONE_SECONDS;
  const covers = last - first >= COVERED * (toSeconds - fromSeconds);
  const fits =
    covers && first + move >= fromSeconds - FITS_SECONDS && last + move <= toSeconds + FITS_SECONDS;
  return fits && Math.abs(move) <= MOST_ZONES * ZONE_SECONDS && move !== 0 ? Math.abs(move) : null;
}
