"use client";

import { memo, useMemo } from "react";
import { runLook } from "../../components/status/run-look.ts";
import { alongLine } from "../plot/along-line.ts";
import { xScale, yScale } from "../plot/axes.ts";
import { ChartFrame, ChartMessage } from "../frame/chart-frame.tsx";
import { LegendLine } from "../frame/legend-line.tsx";
import { fitTicks } from "../plot/fit-ticks.ts";
import { placeNames } from "../plot/place-names.ts";
import { plotBox } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { LETTER_WIDTH } from "../plot/placed-word.ts";
import type { MapModel, MapPlace } from "./prepare-map.ts";
import type { Axis } from "../model/time-model.ts";
import type { Size } from "../plot/use-size.ts";
import { XyPlot } from "./xy-plot.tsx";

interface MapChartProps {
  model: MapModel;
  fileName: string;
  title?: string;
}

const MAP_HEIGHT_CLASS = "h-[300px] wide:h-[360px] paper:h-[248px]!";

/** Throughput against latency: the corner that holds the target is tinted, an arrow goes from before to after. */
export function MapChart({ model, fileName, title }: MapChartProps) {
  const { x, y } = model;
  return (
    <>
      <LegendLine
        items={model.legend.map(({ name, position }) => ({ key: `${position}`, name, position, color: "" }))}
      />
      <ChartFrame
        unit={`${model.percentile}, ms, by throughput, req/s`}
        name="Map"
        title={title}
        fileName={fileName}
        heightClassName={MAP_HEIGHT_CLASS}
        data={model.data}
      >
        {(size) =>
          x && y ? (
            <MapPlot model={model} x={x} y={y} size={size} />
          ) : (
            <ChartMessage>No experiment has both throughput and {model.percentile} yet.</ChartMessage>
          )
        }
      </ChartFrame>
    </>
  );
}

interface MapPlotProps {
  model: MapModel;
  x: Axis;
  y: Axis;
}

const MapPlot = memo(function MapPlot({ model, x, y, size }: MapPlotProps & { size: Size }) {
  const { width, height } = size;
  const box = useMemo(() => plotBox({ width, height }, 16), [width, height]);
  return (
    <div role="img" aria-label="Throughput and latency of each experiment; the table lists the values">
      <XyPlot
        box={box}
        x={x}
        xTicks={fitTicks(x.ticks, xScale(x, box.left, box.right))}
        y={y}
        rows={[{ x: x.domain[0], values: [] }]}
        lines={[]}
        gridX
        under={<TargetCorner model={model} x={x} y={y} box={box} />}
        marks={<Arrows model={model} x={x} y={y} box={box} />}
        words={<Names model={model} x={x} y={y} box={box} />}
      />
    </div>
  );
});

type PartProps = MapPlotProps & { box: PlotBox };

function scales({ x, y, box }: PartProps) {
  const [toX, toY] = [xScale(x, box.left, box.right), yScale(y, box.top, box.bottom)];
  return (place: MapPlace) => ({ x: toX(place.throughput), y: toY(place.latencyMillis) });
}

function cornerOf(props: PartProps): { x: number; y: number } | null {
  const { target } = props.model;
  if (!target) return null;
  const [toX, toY] = [
    xScale(props.x, props.box.left, props.box.right),
    yScale(props.y, props.box.top, props.box.bottom),
  ];
  return {
    x: target.throughput === null ? props.box.left : toX(target.throughput),
    y: target.latencyMillis === null ? props.box.top : toY(target.latencyMillis),
  };
}

function TargetCorner(props: PartProps) {
  const corner = cornerOf(props);
  if (!corner) return null;
  const { right, bottom } = props.box;
  return (
    <g>
      <rect
        x={corner.x}
        y={corner.y}
        width={right - corner.x}
        height={bottom - corner.y}
        fill="var(--good-soft)"
      />
      <path
        d={`M${corner.x} ${bottom}V${corner.y}H${right}`}
        fill="none"
        stroke="var(--good)"
        strokeWidth="1.6"
        strokeDasharray="5 4"
      />
    </g>
  );
}

const HEAD = 7;

function Arrows(props: PartProps) {
  const place = scales(props);
  return props.model.entries.map(({ key, name, a, b, holds, position = 1 }) => {
    const [from, to] = [a && place(a), b && place(b)];
    const color = holds === false ? "var(--bad)" : runLook(position).color;
    return (
      <g key={key}>
        <title>{name}</title>
        {from && to ? <Arrow from={from} to={to} color={color} /> : null}
        {from ? (
          <circle cx={from.x} cy={from.y} r="5" fill="var(--surface)" stroke="var(--s8)" strokeWidth="2" />
        ) : null}
        {to ? (
          <circle cx={to.x} cy={to.y} r="5" fill={color} stroke="var(--surface)" strokeWidth="1.5" />
        ) : null}
      </g>
    );
  });
}

interface ArrowProps {
  from: { x: number; y: number };
  to: { x: number; y: number };
  color: string;
}

function Arrow({ from, to, color }: ArrowProps) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const tip = { x: to.x - 7 * dx, y: to.y - 7 * dy };
  const wing = (turn: number) =>
    `${tip.x - HEAD * Math.cos(angle + turn)} ${tip.y - HEAD * Math.sin(angle + turn)}`;
  return (
    <path
      d={`M${from.x + 6 * dx} ${from.y + 6 * dy}L${tip.x} ${tip.y}M${wing(0.45)}L${tip.x} ${tip.y}L${wing(-0.45)}`}
      fill="none"
      stroke={color}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

function Names(props: PartProps) {
  const { model, box } = props;
  const place = scales(props);
  const corner = cornerOf(props);
  const dots = model.entries.flatMap(({ a, b }) => [a, b].filter((one) => one !== null).map(place));
  const named = model.entries.flatMap(({ key, label, a, b, holds }) => {
    const at = b ?? a;
    return at
      ? [{ key, text: label, strong: b !== null, missed: b !== null && holds === false, ...place(at) }]
      : [];
  });
  const target = model.target && corner ? { ...model.target, ...corner } : null;
  const targetWidth = (target?.text.length ?? 0) * LETTER_WIDTH;
  const places = placeNames(
    named.map(({ key, text, x, y }) => ({ key, x, y, width: text.length * LETTER_WIDTH })),
    [...dots, ...(target ? underText(box.right - 6, target.y - 6, targetWidth) : [])],
    { left: box.left, right: box.right, top: box.top - 8, bottom: box.bottom },
    {
      lines: model.entries.flatMap(({ a, b }) => {
        const [from, to] = [a && place(a), b && place(b)];
        return from && to
          ? alongLine([
              [from.x, from.y],
              [to.x, to.y],
            ])
          : [];
      }),
    },
  );
  return (
    <>
      {target ? (
        <text x={box.right - 6} y={target.y - 6} textAnchor="end" fontWeight={600} fill="var(--good)">
          {target.text}
        </text>
      ) : null}
      {named.map(({ key, text, strong, missed }, index) => {
        const at = places[index];
        return at ? (
          <text
            key={key}
            x={at.x}
            y={at.y}
            textAnchor={at.anchor}
            fontWeight={strong ? 600 : 400}
            fill={missed ? "var(--bad)" : strong ? "var(--ink)" : "var(--ink-2)"}
          >
            {text}
          </text>
        ) : null;
      })}
    </>
  );
}

function underText(right: number, y: number, width: number): { x: number; y: number }[] {
  return Array.from({ length: Math.ceil(width / 10) }, (_, index) => ({ x: right - index * 10, y: y - 4 }));
}
