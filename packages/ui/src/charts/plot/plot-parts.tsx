import { CartesianGrid, ReferenceArea, ReferenceLine, XAxis, YAxis } from "recharts";
import type { Tick } from "../model/axis-ticks.ts";
import { X_AXIS_HEIGHT, Y_AXIS_WIDTH } from "./plot-box.ts";
import type { Axis, TargetLine, TimeModel } from "../model/time-model.ts";

export const TICK_TEXT = { fontSize: 11, fill: "var(--ink-3)" };

/*
 * Recharts finds its parts by looking through its children, so these are functions that return elements, not
 * components.
 */

export function timeAxis(time: TimeModel["time"], ticks: readonly Tick[]) {
  const labels = new Map(ticks.map(({ value, label }) => [value, label]));
  return (
    <XAxis
      key="time"
      dataKey="at"
      type="number"
      domain={[...time]}
      ticks={ticks.map(({ value }) => value)}
      tickFormatter={(value: number) => labels.get(value) ?? ""}
      interval={0}
      height={X_AXIS_HEIGHT}
      tick={TICK_TEXT}
      tickLine={{ stroke: "var(--line-strong)" }}
      tickSize={4}
      tickMargin={5}
      axisLine={{ stroke: "var(--line-strong)" }}
      allowDataOverflow
    />
  );
}

export function valueAxis({ domain, ticks, scale }: Axis) {
  const labels = new Map(ticks.map(({ value, label }) => [value, label]));
  return (
    <YAxis
      key="value"
      type="number"
      scale={scale}
      domain={[...domain]}
      ticks={ticks.map(({ value }) => value)}
      tickFormatter={(value: number) => labels.get(value) ?? ""}
      interval={0}
      width={Y_AXIS_WIDTH}
      tickSize={0}
      tick={TICK_TEXT}
      tickLine={false}
      tickMargin={4}
      axisLine={false}
      allowDataOverflow
    />
  );
}

export function grid() {
  return <CartesianGrid key="grid" syncWithTicks vertical={false} stroke="var(--grid)" />;
}

export function hatchPattern(id: string) {
  return (
    <defs key="hatch">
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V7" stroke="var(--hatch)" strokeWidth="1.4" />
      </pattern>
    </defs>
  );
}

export function leftOutAndMissing(model: TimeModel, hatchId: string) {
  const leftOut = model.shades.filter(({ tone }) => tone === undefined);
  const outages = model.shades.filter(({ tone }) => tone === "outage");
  return [
    ...leftOut.map(({ from, to }) => (
      <ReferenceArea key={`shade ${from}`} x1={from} x2={to} fill="var(--shade)" fillOpacity={1} />
    )),
    ...leftOut.map(({ from, to }) => (
      <ReferenceLine key={`edge ${from}`} x={from > model.time[0] ? from : to} stroke="var(--line-strong)" />
    )),
    ...outages.map(({ from, to }) => (
      <ReferenceArea key={`outage ${from}`} x1={from} x2={to} fill="var(--bad)" fillOpacity={0.14} />
    )),
    // An outage that is narrower than a pixel still has its edges.
    ...outages
      .flatMap(({ from, to }) => [from, to])
      .map((edge) => (
        <ReferenceLine key={`outage edge ${edge}`} x={edge} stroke="var(--bad)" strokeOpacity={0.5} />
      )),
    ...model.gaps.map(({ from, to }) => (
      <ReferenceArea key={`gap ${from}`} x1={from} x2={to} fill={`url(#${hatchId})`} fillOpacity={1} />
    )),
  ];
}

export function targetLines(targets: readonly TargetLine[]) {
  return targets.map(({ value, kind }) => (
    <ReferenceLine
      key={`target ${value}`}
      y={value}
      stroke={kind === "ceiling" ? "var(--ink)" : "var(--ink-2)"}
      strokeWidth={kind === "ceiling" ? 2.5 : 1.4}
      {...(kind === "ceiling" ? {} : { strokeDasharray: "5 4" })}
      zIndex={500}
    />
  ));
}

/** What is above a ceiling. */
export function notProven(targets: readonly TargetLine[], { domain }: Axis, hatchId: string) {
  return targets
    .filter(({ kind }) => kind === "ceiling")
    .map(({ value }) => (
      <ReferenceArea
        key={`not proven ${value}`}
        y1={value}
        y2={domain[1]}
        fill={`url(#${hatchId})`}
        fillOpacity={1}
      />
    ));
}

export function eventLines(model: TimeModel) {
  return model.events.map(({ key, atSeconds }) => (
    <ReferenceLine
      key={`event ${key}`}
      x={atSeconds}
      stroke="var(--ink-3)"
      strokeWidth={1.3}
      strokeDasharray="1.5 3"
      zIndex={500}
    />
  ));
}
