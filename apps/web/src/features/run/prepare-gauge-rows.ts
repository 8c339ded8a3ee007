import type { RunGauge } from "@headroom/contract";
import { formatClock, formatLength, formatRange, joinUnit } from "@headroom/ui";

/** A gauge as its row shows it. A missing text is a null, not an empty one. */
export interface GaugeRow {
  name: string;
  /** "65–75 %" */
  band: string | null;
  /** "20 % at 1,200 req/s" and the same under the most load. */
  byLoad: { low: string; high: string } | null;
  /** What it did, as sentences. */
  sentences: readonly string[];
}

type Gauge = Pick<RunGauge, "name" | "unit" | "besideLoad">;

/** Times from the start of a run. */
export function clockFrom(startedAt: string): (instant: string) => string {
  return (instant) => formatClock((Date.parse(instant) - Date.parse(startedAt)) / 1_000);
}

/** What each gauge did beside the load, with moments as `clock` writes them. */
export function prepareGaugeRows(
  gauges: readonly Gauge[],
  clock: (instant: string) => string,
): readonly GaugeRow[] {
  return gauges.map((gauge) => {
    const { band, byLoad } = gauge.besideLoad;
    const inUnit = (text: string) => joinUnit(text, gauge.unit ?? "");
    const load = loadWords(gauge);
    const at = (level: { load: number; value: number }) =>
      `${inUnit(gaugeFigure(level.value))} at ${load.level(level.load)}`;
    return {
      name: gauge.name,
      band: band === null ? null : inUnit(gaugeRange(band)),
      byLoad: byLoad === null ? null : { low: at(byLoad.low), high: at(byLoad.high) },
      sentences: [plateau(gauge, clock), peak(gauge, clock), growth(gauge)].filter((one) => one !== null),
    };
  });
}

function plateau({ unit, besideLoad }: Gauge, clock: (instant: string) => string): string | null {
  if (besideLoad.plateau === null) return null;
  const { low, high, from, to, loadFrom, loadTo } = besideLoad.plateau;
  const level =
    gaugeFigure(low) === gaugeFigure(high)
      ? `at ${joinUnit(gaugeFigure(low), unit ?? "")}`
      : `between ${gaugeFigure(low)} and ${joinUnit(gaugeFigure(high), unit ?? "")}`;
  const load = loadWords({ besideLoad });
  return `Stayed ${level} from ${clock(from)} to ${clock(to)}, while ${load.name} rose from ${load.from(loadFrom)} to ${load.rise(loadTo)}.`;
}

function peak({ unit, besideLoad }: Gauge, clock: (instant: string) => string): string | null {
  if (besideLoad.peak === null) return null;
  const { value, at, usual, backAfterSeconds, watchedSeconds } = besideLoad.peak;
  const after =
    backAfterSeconds === null
      ? `hadn't come back down when the values ended, ${formatLength(watchedSeconds)} later`
      : `was back down after ${formatLength(backAfterSeconds)}`;
  return `Rose from ${gaugeFigure(usual)} to ${joinUnit(gaugeFigure(value), unit ?? "")} at ${clock(at)} and ${after}.`;
}

function growth({ unit, besideLoad }: Gauge): string | null {
  if (besideLoad.growth === null) return null;
  const { from, to } = besideLoad.growth;
  return `Never fell: grew from ${gaugeFigure(from)} to ${joinUnit(gaugeFigure(to), unit ?? "")}.`;
}

/** "65–75", or the one figure that both are. */
export function gaugeRange({ low, high }: { low: number; high: number }): string {
  const [from, to] = [gaugeFigure(low), gaugeFigure(high)];
  return from === to ? from : formatRange(from, to);
}

function loadWords({ besideLoad }: Pick<Gauge, "besideLoad">) {
  const inRequests = (load: number) => `${gaugeFigure(load)} req/s`;
  return besideLoad.load === "users"
    ? { name: "users", from: whole, level: (load: number) => `${whole(load)} users`, rise: whole }
    : { name: "throughput", from: gaugeFigure, level: inRequests, rise: inRequests };
}

function whole(users: number): string {
  return Math.round(users).toLocaleString("en-US");
}

/** Three digits, or all of a whole part that has more. */
export function gaugeFigure(value: number): string {
  const digits = Math.abs(value) >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString("en-US", digits);
}
