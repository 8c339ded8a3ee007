import { formatClock } from "@headroom/ui";
import type { CurveModel, HistogramModel, TimeModel, TimePanel } from "@headroom/ui/charts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";

interface Scale {
  domain: readonly [number, number];
  scale: "linear" | "log";
  ticks: readonly { value: number; label: string }[];
}

const WIDTH = 940;
const LEFT = 56;
const RIGHT = 70;
const TOP = 22;
const BOTTOM = 26;
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];

/** One chart of the run over time, with what was left out shaded, gaps as gaps, targets and events as lines. */
export function drawPanel(model: TimeModel, panel: TimePanel): Html {
  const height = panel.size === "tall" ? 300 : 170;
  const [from, to] = model.time;
  const step = CLOCK_STEPS.find((one) => (to - from) / one <= 8) ?? (to - from) / 8;
  const first = Math.ceil(from / step) * step;
  const ticks = Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => {
    const value = first + at * step;
    return { value, label: formatClock(value) };
  });
  const plot = plotOf({ domain: model.time, scale: "linear", ticks }, panel.axis, height);
  const { x, y, bottom } = plot;
  const shades = model.shades.map(
    (shade) =>
      markup`<rect
          class="shade"
          x="${x(shade.from)}"
          y="${TOP}"
          width="${x(shade.to) - x(shade.from)}"
          height="${bottom - TOP}"
        /><text class="axis" x="${x(shade.from) + 5}" y="${bottom - 6}">${shade.label}</text>`,
  );
  const gaps = model.gaps.map(
    (gap) =>
      markup`<rect
        class="gap"
        x="${x(gap.from)}"
        y="${TOP}"
        width="${Math.max(1, x(gap.to) - x(gap.from))}"
        height="${bottom - TOP}"
      />`,
  );
  const lines = panel.lines.map(({ values, color, width, name, strong }) => {
    const points = model.points.map(({ at }, index) => [at, values[index] ?? null] as const);
    const last = points.findLast(([, value]) => value !== null);
    const end = last === undefined || last[1] === null ? null : { at: last[0], value: last[1] };
    return markup`<path
        class="line"
        style="stroke:${color}"
        stroke-width="${width}"
        d="${pathOf(points, x, y)}"
      />${
        end === null || !panel.nameEnds
          ? null
          : markup`<text
              class="${strong ? "end strong" : "end"}"
              x="${WIDTH - RIGHT + 8}"
              y="${y(end.value) + 4}"
              >${name}</text
            >`
      }`;
  });
  const events = model.events.map(
    ({ atSeconds, text }) =>
      markup`<path class="event" d="M${x(atSeconds)} ${TOP}V${bottom}" /><text
          class="note"
          x="${x(atSeconds) + 4}"
          y="${TOP + 9}"
          >${text}</text
        >`,
  );
  return frame({ height, unit: panel.unit, name: panel.name, plot }, [
    ...shades,
    ...gaps,
    ...lines,
    ...panel.targets.map(({ value, text }) => targetLine(y(value), text)),
    ...events,
  ]);
}

export function drawCurve({ x: across, y: up, lines, rows, targets }: CurveModel): Html | null {
  if (up === null) return null;
  const height = 280;
  const plot = plotOf(across, up, height);
  const { x, y } = plot;
  const drawn = lines.map(({ values, color, width, marks }) => {
    const points = rows.map((row, at) => [row.x, values[at] ?? null] as const);
    const named = marks.map(({ x: at, value, text }) =>
      text === null
        ? markup``
        : markup`<circle cx="${x(at)}" cy="${y(value)}" r="3.5" style="fill:${color}" /><text
              class="note"
              x="${x(at) + 7}"
              y="${y(value) + 14}"
              >${text}</text
            >`,
    );
    return markup`<path
        class="line"
        style="stroke:${color}"
        stroke-width="${width}"
        d="${pathOf(points, x, y)}"
      />${named}`;
  });
  return frame({ height, unit: "latency, ms, log scale", name: "Percentile curve", plot }, [
    ...drawn,
    ...targets.map(({ value, text }) => targetLine(y(value), text)),
  ]);
}

export function drawHistogram({ x: across, y: up, bars, marks }: HistogramModel): Html | null {
  if (across === null) return null;
  const height = 220;
  const plot = plotOf(across, up, height);
  const { x, y, bottom } = plot;
  const unit = "share of requests, %, by latency in ms, log scale";
  return frame({ height, unit, name: "Distribution", plot }, [
    ...bars.map(
      ({ from, to, share }) =>
        markup`<rect
          class="bar"
          x="${x(from)}"
          width="${Math.max(0.8, x(to) - x(from) - 0.5)}"
          y="${y(share)}"
          height="${Math.max(0.8, bottom - y(share))}"
        />`,
    ),
    ...marks.map(
      ({ value, text }, at) =>
        markup`<path class="target" d="M${x(value)} ${TOP}V${bottom}" /><text
            class="note"
            x="${x(value) + 4}"
            y="${TOP + 10 + (at % 3) * 13}"
            >${text}</text
          >`,
    ),
  ]);
}

interface Plot {
  x: (value: number) => number;
  y: (value: number) => number;
  bottom: number;
  across: Scale;
  up: Scale;
}

function plotOf(across: Scale, up: Scale, height: number): Plot {
  const bottom = height - BOTTOM;
  return {
    x: scaleOf(across, LEFT, WIDTH - RIGHT),
    y: scaleOf(up, bottom, TOP),
    bottom,
    across,
    up,
  };
}

function scaleOf({ domain: [low, high], scale }: Scale, from: number, to: number): (value: number) => number {
  const place =
    scale === "log" ? (value: number) => Math.log(Math.max(value, low * 1e-3)) : (value: number) => value;
  const span = place(high) - place(low) || 1;
  return (value) => Math.round((from + ((place(value) - place(low)) / span) * (to - from)) * 10) / 10;
}

interface FrameInput {
  height: number;
  unit: string;
  name: string;
  plot: Plot;
}

function frame({ height, unit, name, plot }: FrameInput, drawn: readonly Html[]): Html {
  const { x, y, bottom, across, up } = plot;
  const rows = up.ticks.map(
    ({ value, label }) =>
      markup`<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" /><text
          class="axis right"
          x="${LEFT - 8}"
          y="${y(value) + 4}"
          >${label}</text
        >`,
  );
  const columns = across.ticks.map(
    ({ value, label }) =>
      markup`<path class="tick" d="M${x(value)} ${bottom}v4" /><text
          class="axis middle"
          x="${x(value)}"
          y="${bottom + 17}"
          >${label}</text
        >`,
  );
  return markup`<figure>
    <figcaption>${unit}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${name}">
      ${rows}${columns}
      <path class="base" d="M${LEFT} ${bottom}H${WIDTH - RIGHT}" />
      ${drawn}
    </svg>
  </figure>`;
}

function targetLine(y: number, text: string): Html {
  return markup`<path class="target" d="M${LEFT} ${y}H${WIDTH - RIGHT}" /><text
      class="note right"
      x="${WIDTH - RIGHT - 6}"
      y="${y - 6}"
      >${text}</text
    >`;
}

/** Broken where a value is missing: a gap is never bridged. */
function pathOf(
  points: readonly (readonly [number, number | null])[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  let path = "";
  let open = false;
  for (const [at, value] of points) {
    if (value === null || !Number.isFinite(y(value))) {
      open = false;
      continue;
    }
    path += `${open ? "L" : "M"}${x(at)} ${y(value)}`;
    open = true;
  }
  return path;
}
