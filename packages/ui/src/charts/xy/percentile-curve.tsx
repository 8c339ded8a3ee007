"use client";

import { memo, useMemo, useState } from "react";
import { formatMillis } from "../../format/latency.ts";
import { alongLine } from "../plot/along-line.ts";
import { extent, xScale, yScale } from "../plot/axes.ts";
import { ChartFrame, ChartMessage } from "../frame/chart-frame.tsx";
import { CHART_HEIGHT_CLASS } from "../frame/chart-heights.ts";
import { LegendLine } from "../frame/legend-line.tsx";
import { MAX_LINES, useSeriesChoice } from "../frame/use-series-choice.ts";
import { placeNames } from "../plot/place-names.ts";
import type { PlacedName } from "../plot/place-names.ts";
import { plotBox } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { PointLine, PointTracker } from "./point-tracker.tsx";
import { LETTER_WIDTH, TargetNames } from "../plot/plot-words.tsx";
import type { CurveLine, CurveModel } from "./prepare-percentile-curve.ts";
import type { Axis } from "../model/time-model.ts";
import type { Size } from "../plot/use-size.ts";
import { spreadLabels } from "../plot/spread-labels.ts";
import { XyPlot } from "./xy-plot.tsx";

interface PercentileCurveProps {
  model: CurveModel;
  fileName: string;
  title?: string;
}

/** Latency by percentile, with the same space for each nine. It ends where too few requests are left to measure. */
export function PercentileCurve({ model, fileName, title }: PercentileCurveProps) {
  const [index, setIndex] = useState<number | null>(null);
  const { y, rows, lines: all } = model;
  const choice = useSeriesChoice(useMemo(() => all.map(({ key }) => key), [all]));
  const { shown } = choice;
  const drawn = useMemo(
    () => ({ ...model, lines: all.filter(({ key }) => shown.has(key)) }),
    [model, all, shown],
  );
  const row = index === null ? undefined : rows[index];
  return (
    <div className="flex flex-1 flex-col">
      <LegendLine
        head={row ? row.name : null}
        choice={all.length > MAX_LINES ? choice : undefined}
        items={all.map(({ key, name, color, width, dash, position, values }) => ({
          key,
          name,
          color,
          width,
          dash,
          position,
          reading: {
            text: index === null ? null : readingOf(values[index]),
            widest: readingOf(extent(values).high),
          },
        }))}
      />
      <ChartFrame
        unit="latency, ms, log scale"
        name="Percentile curve"
        title={title}
        fileName={fileName}
        heightClassName={CHART_HEIGHT_CLASS}
        data={model.data}
        legend={drawn.lines.map((line) => ({ ...line, name: line.label }))}
      >
        {(size) =>
          y ? (
            <CurvePlot model={drawn} y={y} size={size} index={index} onIndex={setIndex} />
          ) : (
            <ChartMessage>{model.note}</ChartMessage>
          )
        }
      </ChartFrame>
      {y ? (
        <p className="mt-2 text-12 text-ink-3">
          {all.length > MAX_LINES
            ? `${model.note} ${drawn.lines.length} of ${all.length} runs are drawn. Choose them in the legend; the table and the CSV contain all of them.`
            : model.note}
        </p>
      ) : null}
    </div>
  );
}

function readingOf(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : `${formatMillis(value)} ms`;
}

interface CurvePlotProps {
  model: CurveModel;
  y: Axis;
  size: Size;
  index: number | null;
  onIndex: (index: number | null) => void;
}

function CurvePlot({ model, y, size, index, onIndex }: CurvePlotProps) {
  const { width, height } = size;
  const box = useMemo(() => plotBox({ width, height }, 30, 26), [width, height]);
  const x = xScale(model.x, box.left, box.right);
  const nearest = (px: number) => {
    if (px < box.left - 10 || px > box.right + 10) return null;
    let best: number | null = null;
    model.rows.forEach((row, at) => {
      const before = best === null ? undefined : model.rows[best];
      if (!before || Math.abs(x(row.x) - px) < Math.abs(x(before.x) - px)) best = at;
    });
    return best;
  };
  const looked = index === null ? undefined : model.rows[index];
  return (
    <>
      <PointTracker
        label="Percentile"
        count={model.rows.length}
        index={index}
        onIndex={onIndex}
        nearest={nearest}
        spoken={(at) =>
          [
            model.rows[at]?.name ?? "",
            ...model.lines.map(({ label, values }) => `${label} ${readingOf(values[at])}`),
          ].join(", ")
        }
      >
        <CurveLines model={model} y={y} box={box} />
      </PointTracker>
      {looked ? <PointLine x={x(looked.x)} top={box.top} bottom={box.bottom} /> : null}
    </>
  );
}

const CurveLines = memo(function CurveLines({ model, y, box }: { model: CurveModel; y: Axis; box: PlotBox }) {
  const [toX, toY] = [xScale(model.x, box.left, box.right), yScale(y, box.top, box.bottom)];
  const rows = model.rows.map(({ x }, index) => ({
    x,
    values: model.lines.map(({ values }) => values[index] ?? null),
  }));
  const drawn = () =>
    model.lines.flatMap(({ values }) =>
      alongLine(
        rows.map(({ x }, index) => {
          const value = values[index] ?? null;
          return value === null || value <= 0 ? null : [toX(x), toY(value)];
        }),
      ),
    );
  return (
    <XyPlot
      box={box}
      x={model.x}
      y={y}
      rows={rows}
      lines={model.lines}
      bridged
      gridX
      targets={model.targets}
      marks={model.lines.flatMap((line) =>
        line.marks.map(({ x, value }) => (
          <Dot key={`${line.key} ${x}`} line={line} x={toX(x)} y={toY(value)} />
        )),
      )}
      words={
        <>
          <TargetNames box={box} targets={model.targets} y={toY} drawn={drawn} />
          <MarkWords model={model} box={box} place={(at, value) => [toX(at), toY(value)]} drawn={drawn} />
        </>
      }
    />
  );
});

function Dot({ line, x, y }: { line: CurveLine; x: number; y: number }) {
  const hollow = line.position === 0;
  return (
    <circle
      cx={x}
      cy={y}
      r="4"
      fill={hollow ? "var(--surface)" : line.color}
      stroke={hollow ? line.color : "var(--surface)"}
      strokeWidth={hollow ? 2 : 1.5}
    />
  );
}

interface MarkWordsProps {
  model: CurveModel;
  box: PlotBox;
  place: (x: number, value: number) => [number, number];
  drawn: () => readonly (readonly [number, number])[];
}

function MarkWords({ model, box, place, drawn }: MarkWordsProps) {
  const marks = model.lines.flatMap(({ key, position, marks: own }) =>
    own.flatMap(({ x: at, value, text }) => {
      if (text === null) return [];
      const [x, y] = place(at, value);
      return [{ key: `${key} ${at}`, x, y, text, quiet: position === 0, width: text.length * LETTER_WIDTH }];
    }),
  );
  const places = model.lines.length > 1 ? inOrder(marks, box) : beside(marks, { model, box, place, drawn });
  return marks.map(({ key, text, quiet }, index) => {
    const at = places[index];
    return at ? (
      <text
        key={key}
        x={at.x}
        y={at.y}
        textAnchor={at.anchor}
        fontWeight={600}
        fill={quiet ? "var(--ink-2)" : "var(--ink)"}
      >
        {text}
      </text>
    ) : null;
  });
}

interface Mark {
  key: string;
  x: number;
  y: number;
  width: number;
}

/** For several runs: left of their dots and in the same order, so that no name sits next to another dot. */
function inOrder(marks: readonly Mark[], box: PlotBox): PlacedName[] {
  const ys = spreadLabels(
    marks.map(({ y }) => y),
    13,
    box.top,
    box.bottom - 6,
  );
  return marks.map(({ key, x }, index) => ({ key, x: x - 10, y: (ys[index] ?? 0) + 4, anchor: "end" }));
}

/** For one run: where the fewest lines are. */
function beside(marks: readonly Mark[], { model, box, place, drawn }: MarkWordsProps) {
  const targets = model.targets.flatMap(({ value }) =>
    alongLine([
      [box.left, place(2, value)[1]],
      [box.right, place(2, value)[1]],
    ]),
  );
  return placeNames(marks, marks, { ...box, top: box.top - 4 }, [...drawn(), ...targets]);
}
