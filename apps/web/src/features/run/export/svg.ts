import { curveBox, curvePlot, histogramBox, histogramPlot, timeBox, timePlot } from "@headroom/ui/charts";
import type {
  Axis,
  CurveModel,
  HistogramModel,
  PlacedWord,
  PlotBox,
  TargetLine,
  TimeModel,
  TimePanel,
} from "@headroom/ui/charts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";

const WIDTH = 940;

/**
 * One chart of the run over time, with what was left out shaded, gaps as gaps, targets and events as lines. Only the
 * upper one names events and what was left out, as on the page.
 */
export function drawPanel(model: TimeModel, panel: TimePanel, upper: boolean): Html {
  const box = timeBox(model, { width: WIDTH, height: panel.size === "tall" ? 300 : 170 });
  const { lines, axis, targets, unit, name } = panel;
  const plot = timePlot({ model, panel, lines, box, upper });
  const { x, values, traces, dots } = plot;
  const height = box.bottom - box.top;
  const area = (kind: "shade" | "outage" | "gap", from: number, to: number) =>
    markup`<rect
      class="${kind}"
      x="${px(x(from))}"
      y="${box.top}"
      width="${px(Math.max(1, x(to) - x(from)))}"
      height="${height}"
    />`;
  return frame({ plot, y: axis, unit, name, targets }, [
    ...model.shades.map(({ from, to, tone }) => area(tone ?? "shade", from, to)),
    ...model.gaps.map(({ from, to }) => area("gap", from, to)),
    ...lines.map((line, index) =>
      drawLine(
        line,
        model.points.map(({ at }, point) => placed(plot, at, values[index]?.[point])),
      ),
    ),
    ...traces.map(({ line, pixels }) =>
      drawLine(
        line,
        pixels.map((pixel) => (pixel === null ? null : [px(pixel[0]), px(pixel[1])])),
      ),
    ),
    ...dots.map((dot) => drawDot(dot, dot.color, 2)),
    ...model.events.map(
      ({ atSeconds }) => markup`<path class="event" d="M${px(x(atSeconds))} ${box.top}V${box.bottom}" />`,
    ),
  ]);
}

export function drawCurve(model: CurveModel): Html | null {
  if (model.y === null) return null;
  const plot = curvePlot(model, model.y, curveBox({ width: WIDTH, height: 280 }));
  const { lines, rows, targets } = model;
  return frame({ plot, y: model.y, unit: "latency, ms, log scale", name: "Percentile curve", targets }, [
    ...lines.map((line) =>
      drawLine(
        line,
        // A curve is drawn across percentiles that a run doesn't have.
        rows.map((row, at) => placed(plot, row.x, line.values[at])).filter((pixel) => pixel !== null),
      ),
    ),
    ...plot.dots.map((dot) => drawDot(dot, dot.line.color, 3.5)),
  ]);
}

export function drawHistogram(model: HistogramModel): Html | null {
  if (model.x === null) return null;
  const box = histogramBox({ width: WIDTH, height: 220 });
  const plot = histogramPlot(model, model.x, box);
  const unit = "share of requests, %, by latency in ms, log scale";
  return frame({ plot, y: model.y, unit, name: "Distribution", targets: [] }, [
    ...plot.bars.map(
      ({ x, y, width, height }) =>
        markup`<rect class="bar" x="${px(x)}" width="${px(width)}" y="${px(y)}" height="${px(height)}" />`,
    ),
    ...plot.marks.map(({ x }) => markup`<path class="target" d="M${px(x)} ${box.top}V${box.bottom}" />`),
  ]);
}

/** What all charts have in common, placed by the charts of the pages. */
interface Plot {
  box: PlotBox;
  x: (value: number) => number;
  y: (value: number) => number;
  xTicks: Axis["ticks"];
  words: readonly PlacedWord[];
}

interface FrameInput {
  plot: Plot;
  y: Axis;
  unit: string;
  name: string;
  targets: readonly TargetLine[];
}

function frame({ plot, y: axis, unit, name, targets }: FrameInput, drawn: readonly Html[]): Html {
  const { box, x, y, xTicks, words } = plot;
  const across = (value: number) => `M${box.left} ${px(y(value))}H${box.right}`;
  const rows = axis.ticks.map(
    ({ value, label }) =>
      markup`<path class="grid" d="${across(value)}" /><text
          class="axis right"
          x="${box.left - 8}"
          y="${px(y(value) + 4)}"
          >${label}</text
        >`,
  );
  const columns = xTicks.map(
    ({ value, label }) =>
      markup`<path class="tick" d="M${px(x(value))} ${box.bottom}v4" /><text
          class="axis middle"
          x="${px(x(value))}"
          y="${box.bottom + 17}"
          >${label}</text
        >`,
  );
  return markup`<figure>
    <figcaption>${unit}</figcaption>
    <svg viewBox="0 0 ${box.width} ${box.height}" role="img" aria-label="${name}">
      ${rows}${columns}
      <path class="base" d="M${box.left} ${box.bottom}H${box.right}" />
      ${drawn}${targets.map(({ value }) => markup`<path class="target" d="${across(value)}" />`)}${words.map(drawWord)}
    </svg>
  </figure>`;
}

type Pixel = readonly [x: number, y: number];

function placed({ x, y }: Plot, at: number, value: number | null | undefined): Pixel | null {
  return value === null || value === undefined ? null : [px(x(at)), px(y(value))];
}

/** Broken where a value is missing: a gap is never bridged. */
function drawLine(
  { color, width, dash }: { color: string; width: number; dash?: string },
  pixels: readonly (Pixel | null)[],
): Html {
  const path = pixels.map((pixel, index) => {
    if (pixel === null) return "";
    return `${(pixels[index - 1] ?? null) === null ? "M" : "L"}${pixel[0]} ${pixel[1]}`;
  });
  return markup`<path
    class="line"
    style="stroke:${color}"
    stroke-width="${width}"
    stroke-dasharray="${dash ?? "none"}"
    d="${path.join("")}"
  />`;
}

function drawDot({ x, y }: { x: number; y: number }, color: string, radius: number): Html {
  return markup`<circle cx="${px(x)}" cy="${px(y)}" r="${radius}" style="fill:${color}" />`;
}

function drawWord({ text, x, y, anchor, weight, fill }: PlacedWord): Html {
  return markup`<text
    class="word"
    x="${px(x)}"
    y="${px(y)}"
    text-anchor="${anchor}"
    style="fill:${fill};font-weight:${weight}"
    >${text}</text
  >`;
}

/** A tenth of a pixel is as fine as a file needs. */
function px(value: number): number {
  return Math.round(value * 10) / 10;
}
