"use client";

import { memo, useMemo, useState } from "react";
import { alongLine } from "../plot/along-line.ts";
import { xScale, yScale } from "../plot/axes.ts";
import { ReadChart } from "../frame/read-chart.tsx";
import { fitTicks } from "../plot/fit-ticks.ts";
import { placeMarks, placeTargets } from "../plot/placed-word.ts";
import { PlacedWords } from "../plot/placed-words.tsx";
import { plotBox } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { CHANGE_COLORS, ChangeMark } from "./change-mark.tsx";
import { placeLevels } from "./place-levels.ts";
import { PointLine, PointTracker } from "./point-tracker.tsx";
import type { TrendChartModel, TrendPoint } from "./prepare-trend-chart.ts";
import { loneIndexes } from "../time/time-grid.ts";
import type { Size } from "../plot/use-size.ts";
import { XyPlot } from "./xy-plot.tsx";

interface TrendChartProps {
  model: TrendChartModel;
  fileName: string;
  title?: string;
  /** The keys of the chosen runs: one or two. */
  selected?: readonly string[];
  /** A click, or Enter. */
  onOpen?: (key: string) => void;
  /** Shift-click, Ctrl-click or Space; any click if nothing opens. A third selection drops the oldest. */
  onSelect?: (keys: readonly string[]) => void;
}

/** One metric over many runs, with its changes, baseline and targets. */
export function TrendChart(props: TrendChartProps) {
  const { model, fileName, title, selected = [], onOpen, onSelect } = props;
  const [index, setIndex] = useState<number | null>(null);
  const point = index === null ? undefined : model.points[index];
  const select = (key: string) =>
    onSelect?.(selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key].slice(-2));
  return (
    <ReadChart
      legendLine={{
        head: point ? `${point.name}, ${model.when(point.at)}${point.group ? `, ${point.group}` : ""}` : null,
        items: [
          {
            key: "figure",
            name: model.name,
            color: "var(--s1)",
            reading: {
              text: point ? (point.value === null ? "-" : model.show(point.value)) : null,
              widest: model.show(model.y.domain[1]),
            },
          },
        ],
      }}
      unit={model.unit}
      name={model.name}
      title={title}
      fileName={fileName}
      data={model.data}
      tableLabel={`${model.name} of ${model.points.length} runs`}
    >
      {(size) => (
        <TrendPlot
          model={model}
          size={size}
          index={index}
          onIndex={setIndex}
          selected={selected}
          onOpen={onOpen}
          onSelect={onSelect ? select : undefined}
        />
      )}
    </ReadChart>
  );
}

interface TrendPlotProps {
  model: TrendChartModel;
  size: Size;
  index: number | null;
  onIndex: (index: number | null) => void;
  selected: readonly string[];
  onOpen: ((key: string) => void) | undefined;
  onSelect: ((key: string) => void) | undefined;
}

function TrendPlot({ model, size, index, onIndex, selected, onOpen, onSelect }: TrendPlotProps) {
  const { width, height } = size;
  const box = useMemo(() => plotBox({ width, height }, 16), [width, height]);
  const [x, y] = [xScale(model.x, box.left, box.right), yScale(model.y, box.top, box.bottom)];
  const keyed = (act: ((key: string) => void) | undefined) =>
    act
      ? (at: number) => {
          const key = model.points[at]?.key;
          if (key !== undefined) act(key);
        }
      : undefined;
  const marked = model.points.filter(({ key }, at) => at === index || selected.includes(key));
  const looked = index === null ? undefined : model.points[index];
  return (
    <>
      <PointTracker
        label={`${model.name} by run`}
        count={model.points.length}
        index={index}
        onIndex={onIndex}
        nearest={(px) => nearestPoint(model.points, x, px, box)}
        spoken={(at) => spokenRun(model, at)}
        onOpen={keyed(onOpen)}
        onSelect={keyed(onSelect)}
      >
        <TrendLines model={model} box={box} />
        <svg
          className="pointer-events-none absolute inset-0"
          width={width}
          height={height}
          aria-hidden="true"
        >
          {marked.map(({ key, x: at, value }) =>
            value === null ? null : (
              <circle
                key={key}
                cx={x(at)}
                cy={y(value)}
                r={selected.includes(key) ? 6 : 4}
                className={selected.includes(key) ? "fill-surface stroke-ink" : "fill-ink stroke-surface"}
                strokeWidth="2"
              />
            ),
          )}
        </svg>
      </PointTracker>
      {looked ? <PointLine x={x(looked.x)} top={box.top} bottom={box.bottom} /> : null}
    </>
  );
}

function nearestPoint(
  points: readonly TrendPoint[],
  x: (value: number) => number,
  px: number,
  box: PlotBox,
): number | null {
  if (points.length === 0 || px < box.left - 12 || px > box.right + 12) return null;
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [here, next] = [x(points[middle]?.x ?? 0), x(points[middle + 1]?.x ?? 0)];
    if (px - here <= next - px) high = middle;
    else low = middle + 1;
  }
  return low;
}

function spokenRun(model: TrendChartModel, index: number): string {
  const point = model.points[index];
  if (!point) return "nothing selected";
  const value = point.value === null ? "unknown" : `${model.name} ${model.show(point.value)}`;
  const change = model.changes.find(({ key }) => key === point.key);
  return [point.name, model.when(point.at), value, ...(change ? [change.text] : [])].join(", ");
}

/** Up to this many runs each has a dot; more dots would form a band. */
const MAX_DOTS = 120;

const TrendLines = memo(function TrendLines({ model, box }: { model: TrendChartModel; box: PlotBox }) {
  const [x, y] = [xScale(model.x, box.left, box.right), yScale(model.y, box.top, box.bottom)];
  const joined = model.points.filter(({ of }) => of === "line");
  const rows = joined.map(({ x: at, value }) => ({ x: at, values: [value] }));
  const lone = new Set(loneIndexes(joined.map(({ value }) => value)).map((index) => joined[index]?.key));
  const dots =
    model.points.length <= MAX_DOTS
      ? model.points
      : model.points.filter(({ key, of }) => of !== "line" || lone.has(key));
  const lines = [
    ...model.targets,
    ...(model.baseline ? [{ value: model.baseline.value, text: model.baseline.text }] : []),
  ];
  const drawn = () =>
    alongLine(joined.map(({ x: at, value }) => (value === null ? null : [x(at), y(value)])));
  const targetWords = placeTargets({ box, targets: lines, y, drawn });
  return (
    <XyPlot
      box={box}
      x={model.x}
      xTicks={fitTicks(model.x.ticks, x)}
      y={model.y}
      rows={rows}
      lines={[{ key: "figure", color: "var(--s1)", width: model.points.length > 400 ? 1.3 : 1.7 }]}
      targets={model.targets}
      under={
        <>
          <Levels model={model} x={x} y={y} />
          <Changes model={model} box={box} x={x} y={y} />
        </>
      }
      marks={
        <>
          {model.baseline ? (
            <path
              d={`M${box.left} ${y(model.baseline.value)}H${box.right}`}
              stroke="var(--ink-3)"
              strokeWidth="1.2"
            />
          ) : null}
          {dots.map(({ key, x: at, value, of, tone }) =>
            value === null ? null : <Dot key={key} cx={x(at)} cy={y(value)} of={of} tone={tone} />,
          )}
        </>
      }
      words={
        <PlacedWords
          words={[
            ...targetWords,
            ...placeLevels({
              levels: model.levels,
              box,
              x,
              y,
              lines: lines.map(({ value }) => value),
              words: targetWords,
            }),
            ...placeMarks(
              model.changes.map(({ key, x: at, text }) => ({ key, text, x: x(at) })),
              box,
            ),
          ]}
        />
      }
    />
  );
});

interface ChangesProps {
  model: TrendChartModel;
  box: PlotBox;
  x: (at: number) => number;
  y: (value: number) => number;
}

/** A line from top to bottom with a diamond at each step, and along each drift. */
function Changes({ model, box, x, y }: ChangesProps) {
  return model.changes.map(({ key, x: at, tone, line }) =>
    line === null ? (
      <ChangeMark key={key} x={x(at)} top={box.top} bottom={box.bottom} tone={tone} />
    ) : (
      <path
        key={key}
        fill="none"
        stroke={CHANGE_COLORS[tone]}
        strokeWidth="1.4"
        d={`M${x(line.x1)} ${y(line.y1)}L${x(line.x2)} ${y(line.y2)}`}
      />
    ),
  );
}

/** What most runs of a level are between, and the level itself. */
function Levels({ model, x, y }: Omit<ChangesProps, "box">) {
  return model.levels.map(({ key, x1, x2, value, usual }) => (
    <g key={key}>
      <rect
        x={x(x1)}
        width={Math.max(0, x(x2) - x(x1))}
        y={y(usual.high)}
        height={Math.max(0, y(usual.low) - y(usual.high))}
        fill="var(--neutral-soft)"
      />
      <path d={`M${x(x1)} ${y(value)}H${x(x2)}`} stroke="var(--ink)" strokeWidth="1.4" />
    </g>
  ));
}

const DOT_COLORS = { good: "var(--s1)", bad: "var(--bad)", unsure: "var(--unsure)" } as const;

function Dot({ cx, cy, of, tone }: Pick<TrendPoint, "of" | "tone"> & { cx: number; cy: number }) {
  if (of === "set-aside")
    return <path d={`M${cx - 3.5} ${cy - 3.5}l7 7m0 -7l-7 7`} stroke="var(--ink-3)" strokeWidth="1.6" />;
  if (of === "branch")
    return <circle cx={cx} cy={cy} r="3" fill="var(--surface)" stroke="var(--ink-3)" strokeWidth="1.4" />;
  const color = tone === null ? "var(--s1)" : DOT_COLORS[tone];
  return <circle cx={cx} cy={cy} r="3" fill={color} stroke="var(--surface)" strokeWidth="1.2" />;
}
