"use client";

import { memo, useMemo } from "react";
import type { ChangeState } from "../../components/status/change-pill.tsx";
import { ReadChart } from "../frame/read-chart.tsx";
import type { LineHighlight } from "../time/time-charts.tsx";
import { xScale, yScale } from "../plot/axes.ts";
import { fitTicks } from "../plot/fit-ticks.ts";
import { placeMarks, placeTargets, STRONG } from "../plot/placed-word.ts";
import { PlacedWords } from "../plot/placed-words.tsx";
import { plotBox } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { Size } from "../plot/use-size.ts";
import { ChangeMark } from "./change-mark.tsx";
import { PointTracker } from "./point-tracker.tsx";
import type { ByRunModel } from "./prepare-by-run.ts";
import { XyPlot } from "./xy-plot.tsx";

interface ByRunChartProps {
  model: ByRunModel;
  fileName: string;
  title?: string;
  /** The run that is looked at, the same as elsewhere on the page. */
  highlight: LineHighlight;
}

/** One figure of each run with its interval, and a line where the level changed. */
export function ByRunChart({ model, fileName, title, highlight }: ByRunChartProps) {
  const looked = model.points.find(({ key }) => key === highlight.series);
  const text = looked?.value == null ? "-" : [model.show(looked.value), bracketed(looked.range)].join("");
  const longest = model.points.reduce((most, { range }) => Math.max(most, range?.length ?? 0), 0);
  return (
    <ReadChart
      legendLine={{
        head: looked?.name ?? null,
        items: [
          {
            key: "figure",
            name: model.name,
            color: "var(--s1)",
            box: true,
            reading: { text, widest: `${model.show(model.y.domain[1])} (${"0".repeat(longest)})` },
          },
        ],
      }}
      unit={model.unit}
      name={`${model.name} by run`}
      title={title}
      fileName={fileName}
      data={model.data}
      tableLabel={`${model.name} of ${model.points.length} runs`}
    >
      {(size) => <ByRunPlot model={model} size={size} highlight={highlight} />}
    </ReadChart>
  );
}

function bracketed(range: string | null): string {
  return range === null ? "" : ` (${range})`;
}

function ByRunPlot({
  model,
  size,
  highlight,
}: Pick<ByRunChartProps, "model" | "highlight"> & { size: Size }) {
  const { width, height } = size;
  const box = useMemo(() => plotBox({ width, height }, 12, 8), [width, height]);
  const [x, y] = [xScale(model.x, box.left, box.right), yScale(model.y, box.top, box.bottom)];
  const at = model.points.findIndex(({ key }) => key === highlight.series);
  const looked = model.points[at];
  const step = (box.right - box.left) / Math.max(model.points.length, 1);
  const look = (index: number | null) => {
    const key = index === null ? undefined : model.points[index]?.key;
    if (key !== undefined && key !== highlight.series) highlight.onChange(key);
  };
  return (
    <PointTracker
      label={`${model.name} by run`}
      count={model.points.length}
      index={at === -1 ? null : at}
      onIndex={look}
      nearest={(px) => {
        const index = Math.floor((px - box.left) / step);
        return index < 0 || index >= model.points.length ? null : index;
      }}
      spoken={(index) => model.points[index]?.spoken ?? ""}
    >
      <Figures model={model} box={box} />
      {looked === undefined || looked.value === null ? null : (
        <svg
          className="pointer-events-none absolute inset-0"
          width={width}
          height={height}
          aria-hidden="true"
        >
          <rect
            x={x(looked.x) - step / 2}
            y={box.top}
            width={step}
            height={box.bottom - box.top}
            fill="var(--accent)"
            opacity="0.08"
          />
          <circle
            cx={x(looked.x)}
            cy={y(looked.value)}
            r="5.5"
            fill="none"
            stroke="var(--ink)"
            strokeWidth="1.6"
          />
        </svg>
      )}
    </PointTracker>
  );
}

const COLORS: Partial<Record<ChangeState, string>> = {
  regressed: "var(--bad)",
  improved: "var(--good)",
  differs: "var(--unsure)",
};

const Figures = memo(function Figures({ model, box }: { model: ByRunModel; box: PlotBox }) {
  const [x, y] = [xScale(model.x, box.left, box.right), yScale(model.y, box.top, box.bottom)];
  const { change, points, targets } = model;
  const drawn = () =>
    points.flatMap(({ x: at, value }) => (value === null ? [] : [[x(at), y(value)] as const]));
  const marks = change === null ? [] : [{ key: "change", text: change.text, x: x(change.x) }];
  return (
    <XyPlot
      box={box}
      x={model.x}
      xTicks={fitTicks(model.x.ticks, x)}
      y={model.y}
      rows={points.map(({ x: at }) => ({ x: at, values: [] }))}
      lines={[]}
      targets={targets}
      marks={
        <>
          {change === null ? null : (
            <ChangeMark x={x(change.x)} top={box.top} bottom={box.bottom} tone={change.tone} />
          )}
          {points.map(({ key, x: at, value, low, high, state, isReference }) => {
            if (value === null) return null;
            const inside = (place: number) => Math.max(box.top, Math.min(box.bottom, place));
            const color = isReference ? "var(--s8)" : ((state && COLORS[state]) ?? "var(--s1)");
            return (
              <g key={key} fill={color}>
                {low === null || high === null ? null : (
                  <rect
                    x={x(at) - 4}
                    y={inside(y(high) - 2)}
                    width="8"
                    height={Math.max(4, inside(y(low) + 2) - inside(y(high) - 2))}
                    rx="4"
                    fillOpacity="0.32"
                  />
                )}
                <circle cx={x(at)} cy={y(value)} r="3.6" stroke="var(--surface)" strokeWidth="1.2" />
              </g>
            );
          })}
        </>
      }
      words={
        <PlacedWords
          words={[
            ...placeTargets({ box, targets, y, drawn }),
            ...placeMarks(marks, box, { look: STRONG, rows: 1 }),
          ]}
        />
      }
    />
  );
});
