import type { FigureId } from "@headroom/core";
import { withoutPeaks } from "@headroom/ui/charts";
import type { OverlayInput } from "@headroom/ui/charts";

const WIDTH = 300;
const HEIGHT = 38;
/** More points than pixels say no more. */
const MOST_POINTS = 60;

export interface SmallLines {
  /** Of every run, as a path. */
  paths: ReadonlyMap<string, string>;
  /** Position of the target line; null without a target. */
  targetY: number | null;
}

/** Every run as a small line on one scale, so that the rows compare. */
export function smallLines(
  { runs, latencyTargets = [], throughputTargets = [] }: OverlayInput,
  metric: FigureId,
): SmallLines {
  const isThroughput = metric === "throughput";
  const valueOf = (point: OverlayInput["runs"][number]["points"][number]) =>
    isThroughput ? point.throughput : point.latencyMillis;
  const targets = (isThroughput ? throughputTargets : latencyTargets).map(({ value }) => value);
  const values = withoutPeaks(runs.flatMap(({ points }) => points.map(valueOf))).filter(
    (value) => value !== null,
  );
  const positive = [...values, ...targets].filter((value) => value > 0).map(Math.log);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  const length = Math.max(1, ...runs.map(({ lengthSeconds }) => lengthSeconds));
  const y = (value: number) =>
    high > low ? 2 + ((high - Math.min(high, Math.log(value))) / (high - low)) * (HEIGHT - 4) : HEIGHT / 2;
  const path = (points: readonly (readonly [number, number | null])[]) => {
    const every = Math.max(1, Math.ceil(points.length / MOST_POINTS));
    return points
      .filter((_, at) => at % every === 0)
      .flatMap(([seconds, value]) =>
        value === null || value <= 0
          ? []
          : [`${((seconds / length) * WIDTH).toFixed(1)} ${y(value).toFixed(1)}`],
      )
      .map((place, at) => `${at === 0 ? "M" : "L"}${place}`)
      .join("");
  };
  const [target] = targets;
  return {
    paths: new Map(
      runs.map(({ key, points }) => [
        key,
        path(points.map((point) => [point.offsetSeconds, valueOf(point)])),
      ]),
    ),
    targetY: target === undefined || !(target > 0) ? null : y(target),
  };
}

const ALL = "small-lines-of-all-runs";

/** All runs once, drawn in grey behind each of them. */
export function SmallDefinitions({ lines }: { lines: SmallLines }) {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        <path
          id={ALL}
          d={[...lines.paths.values()].join("")}
          fill="none"
          stroke="var(--line)"
          strokeWidth="1"
        />
      </defs>
    </svg>
  );
}

interface SmallPictureProps {
  lines: SmallLines;
  runId: string;
  isReference: boolean;
}

export function SmallPicture({ lines: { paths, targetY }, runId, isReference }: SmallPictureProps) {
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block"
    >
      <use href={`#${ALL}`} />
      {targetY === null ? null : (
        <path d={`M0 ${targetY}H${WIDTH}`} stroke="var(--ink-2)" strokeDasharray="3 3" fill="none" />
      )}
      <path
        d={paths.get(runId) ?? ""}
        fill="none"
        stroke={isReference ? "var(--s8)" : "var(--s1)"}
        strokeWidth="1.7"
        strokeLinejoin="round"
      />
    </svg>
  );
}
