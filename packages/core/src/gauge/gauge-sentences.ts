import { formatLength } from "../format/duration.ts";
import { formatRange } from "../format/number.ts";
import { joinUnit } from "../format/unit.ts";
import type { BesideLoad, GaugeGrowth } from "./beside-load.ts";
import { MINUTE_SECONDS } from "../time.ts";
import { isLastBack } from "./peak.ts";
import type { GaugePeak } from "./peak.ts";
import type { Plateau } from "./plateau.ts";
import type { GaugeShare } from "./share.ts";
import type { GaugeStep } from "./steps.ts";

/** What a gauge did, with moments instead of seconds from an origin. */
export interface GaugeFacts extends Pick<BesideLoad, "band" | "byLoad"> {
  load: "users" | "requests" | null;
  plateau: (Omit<Plateau, "fromSeconds" | "toSeconds"> & { from: string; to: string }) | null;
  peak: (Omit<GaugePeak, "atSeconds"> & { at: string }) | null;
  growth: GaugeGrowth | null;
  steps: (Omit<GaugeStep, "atSeconds"> & { at: string })[] | null;
  /** Missing: its unit doesn't say what it is a share of. */
  share?: GaugeShare | null | undefined;
  otherRun?: OtherRun | null | undefined;
}

/** What another run of the service did to the values after this one. */
interface OtherRun {
  loadedUntil: string | null;
  leftOutFrom: string | null;
}

type Clock = (instant: string) => string;

/** What a gauge did, as sentences with moments as `clock` writes them. */
export function sayGauge(unit: string | null, facts: GaugeFacts, clock: Clock): string[] {
  const inUnit = (value: number) => joinUnit(gaugeFigure(value), unit ?? "");
  const { plateau, peak, growth, steps, share } = facts;
  return [
    ...(share == null ? [] : [sayShare(share)]),
    ...(plateau === null ? [] : [sayPlateau(plateau, facts.load, { unit, clock })]),
    ...(peak === null ? [] : [sayPeak(peak, inUnit, clock)]),
    ...(growth === null ? [] : [sayGrowth(growth, inUnit)]),
    ...(steps === null ? [] : [saySteps(steps, inUnit, clock)]),
    ...sayOtherRun(facts.otherRun ?? null, clock),
  ];
}

function sayOtherRun(other: OtherRun | null, clock: Clock): string[] {
  const { loadedUntil = null, leftOutFrom = null } = other ?? {};
  return [
    ...(loadedUntil === null
      ? []
      : [`Another run also put load on the service until ${clock(loadedUntil)}.`]),
    ...(leftOutFrom === null
      ? []
      : [`Its values from ${clock(leftOutFrom)} on are left out, because another run of the service began.`]),
  ];
}

/** "9% of 883 req/s (“discovery *”) is about 79.5 req/s, or 4,770 a minute." */
export function sayShare({ of, percent, throughput, shareThroughput }: GaugeShare): string {
  const named = of === null ? "" : ` (“${of}”)`;
  const whole = `${gaugeFigure(percent)}% of ${loadText(throughput, "requests")}${named}`;
  const minute = gaugeFigure(shareThroughput * MINUTE_SECONDS);
  return `${whole} is about ${loadText(shareThroughput, "requests")}, or ${minute} a minute.`;
}

type InUnit = (value: number) => string;

function sayPlateau(
  { low, high, from, to, loadFrom, loadTo }: NonNullable<GaugeFacts["plateau"]>,
  load: GaugeFacts["load"],
  { unit, clock }: { unit: string | null; clock: Clock },
): string {
  const [least, most] = [gaugeFigure(low), joinUnit(gaugeFigure(high), unit ?? "")];
  const level = gaugeFigure(low) === gaugeFigure(high) ? `at ${most}` : `between ${least} and ${most}`;
  const name = load === "users" ? "users" : "throughput";
  return `Stayed ${level} from ${clock(from)} to ${clock(to)}, while ${name} rose from ${loadFigure(loadFrom, load)} to ${loadText(loadTo, load, "")}.`;
}

function sayPeak(peak: NonNullable<GaugeFacts["peak"]>, inUnit: InUnit, clock: Clock): string {
  const { value, at, usual, backAfterSeconds, backAfterEndSeconds, backTo } = peak;
  const rose = `Rose from ${gaugeFigure(usual)} to ${inUnit(value)} at ${clock(at)}`;
  if (isLastBack(peak)) return `${rose}, and its last value is ${inUnit(backTo)}.`;
  if (backAfterSeconds === null) return `${rose} and ${stillUp(peak, inUnit)}.`;
  const sinceEnd =
    backAfterEndSeconds === null
      ? ""
      : backAfterEndSeconds === 0
        ? ", when the run ended"
        : `, ${formatLength(backAfterEndSeconds)} after the run ended`;
  return `${rose} and was back to ${inUnit(backTo)} after ${formatLength(backAfterSeconds)}${sinceEnd}.`;
}

function stillUp(peak: NonNullable<GaugeFacts["peak"]>, inUnit: InUnit): string {
  const { value, watchedSeconds, watchedAfterEndSeconds, backTo } = peak;
  const was = backTo > value ? "went on rising: it was" : "was still";
  const last = `${was} at ${inUnit(backTo)} when its values ended`;
  return watchedAfterEndSeconds > 0
    ? `${last}, ${formatLength(watchedAfterEndSeconds)} after the run`
    : `${last}, ${formatLength(watchedSeconds)} later`;
}

function sayGrowth({ from, to, dip }: GaugeGrowth, inUnit: InUnit): string {
  const grew = `rew from ${gaugeFigure(from)} to ${inUnit(to)}`;
  return dip === 0 ? `Never fell: g${grew}.` : `G${grew} and never fell by more than ${inUnit(dip)}.`;
}

function saySteps(steps: NonNullable<GaugeFacts["steps"]>, inUnit: InUnit, clock: Clock): string {
  const [first, ...rest] = steps.map(({ from, to, at }) => ({ from, to: inUnit(to), at: clock(at) }));
  if (first === undefined) return "";
  const then = rest.map(({ to, at }) => `, to ${to} at ${at}`).join("");
  return `Went from ${gaugeFigure(first.from)} to ${first.to} at ${first.at}${then}.`;
}

/** "65–75", or the one figure that both are. */
export function gaugeRange({ low, high }: { low: number; high: number }): string {
  const [from, to] = [gaugeFigure(low), gaugeFigure(high)];
  return from === to ? from : formatRange(from, to);
}

/** "1,200 req/s", "600 users" */
export function loadText(load: number, kind: GaugeFacts["load"], users = " users"): string {
  return kind === "users" ? `${loadFigure(load, kind)}${users}` : `${loadFigure(load, kind)} req/s`;
}

export function loadFigure(load: number, kind: GaugeFacts["load"]): string {
  return kind === "users" ? Math.round(load).toLocaleString("en-US") : gaugeFigure(load);
}

/** Three digits, or all of a whole part that has more. */
export function gaugeFigure(value: number): string {
  const digits = Math.abs(value) >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString("en-US", digits);
}
