import { formatFigure, formatShort, numberShown } from "@headroom/core/format";
import { linearTicks, logFloor, logTicks, spanTicks } from "../model/axis-ticks.ts";
import type { Axis } from "../model/time-model.ts";

/** Room above the highest latency, as a factor. */
const HEADROOM = 1.12;
/** Room under the lowest target for its name. */
const UNDER_TARGET = 1.25;
const TINY = 1e-12;
type Values = readonly (number | null)[];

/** From zero: half a bar of throughput has to look like half. */
export function zeroAxis(values: Values): Axis {
  const { low, high: most } = extent(values);
  // An axis of only zeros still has to show that they are zeros.
  const high = most === null || Math.abs(most) < TINY ? (low !== null && low < 0 ? 0 : 1) : most;
  const ticks =
    low !== null && low < -TINY
      ? spanTicks(low, Math.max(high, 0), formatShort)
      : linearTicks(high, high < 10 ? trimmed : formatShort);
  return { scale: "linear", domain: [ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 1], ticks };
}

/** There is no half of an error. */
export function countAxis(counts: Values): Axis {
  const axis = zeroAxis(counts);
  return { ...axis, ticks: axis.ticks.filter(({ value }) => Number.isInteger(value)) };
}

/** Logarithmic, for latencies; null when there is nothing above zero. */
export function logAxis(values: Values, extra: Values = []): Axis | null {
  const positive = (value: number | null): value is number => value !== null && value > 0;
  const wanted = extra.filter(positive);
  const { low: least, high: most } = extent([
    ...values.filter(positive),
    ...wanted.map((value) => value / UNDER_TARGET),
    ...wanted,
  ]);
  if (least === null || most === null || !values.some(positive)) return null;
  const low = logFloor(least);
  const high = Math.max(most * HEADROOM, low * 2.2);
  return { scale: "log", domain: [low, high], ticks: logTicks(low, high, axisNumber) };
}

/** Below this factor between its ends a log axis shows round values in equal steps instead of 1, 2, 5. */
const NARROW = 4;
const BREATH = 1.08;

/** Logarithmic and as wide as its values: for figures that vary by percents, not by factors. */
export function tightLogAxis(values: Values, extra: Values = []): Axis | null {
  const wide = logAxis(values, extra);
  const { low, high } = extent(
    [...values, ...extra].map((value) => (value !== null && value > 0 ? value : null)),
  );
  if (!wide || low === null || high === null || high / low > NARROW) return wide;
  const domain: [number, number] = [low / BREATH, high * BREATH * BREATH];
  const ticks = spanTicks(domain[0], domain[1], axisNumber, 5).filter(
    ({ value }) => value >= domain[0] && value <= domain[1],
  );
  return { scale: "log", domain, ticks };
}

export function extent(values: Values): { low: number | null; high: number | null } {
  let [low, high]: [number | null, number | null] = [null, null];
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    if (low === null || value < low) low = value;
    if (high === null || value > high) high = value;
  }
  return { low, high };
}

export function axisNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}

function trimmed(value: number): string {
  return value === 0 ? "0" : axisNumber(numberShown(formatFigure(value)));
}

/** Where a value lies between two ends, in pixels from the top. */
export function yScale(axis: Axis, top: number, bottom: number): (value: number) => number {
  const [low, high] = axis.domain;
  if (axis.scale === "log")
    return (value) => bottom - (Math.log(value / low) / Math.log(high / low)) * (bottom - top);
  return (value) => bottom - ((value - low) / (high - low)) * (bottom - top);
}

/** Where a value lies between two ends, in pixels from the left. */
export function xScale(axis: Pick<Axis, "domain" | "scale">, left: number, right: number) {
  const [low, high] = axis.domain;
  if (axis.scale === "log")
    return (value: number) => left + (Math.log(value / low) / Math.log(high / low)) * (right - left);
  return (value: number) => left + ((value - low) / (high - low)) * (right - left);
}
