import type { TimeModel } from "../model/time-model.ts";
import type { TimePlot } from "./time-plot.ts";

interface PlacedBar {
  key: string;
  /** Of which line. */
  line: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** So much of a point's time is filled. */
const FILLED = 0.76;

/** The counts of each point as bars beside each other, one for each line. */
export function placeBars(
  { box, x, y, values }: Pick<TimePlot, "box" | "x" | "y" | "values">,
  { points, pointSeconds, time }: Pick<TimeModel, "points" | "pointSeconds" | "time">,
): PlacedBar[] {
  const whole = (x(time[0] + pointSeconds) - x(time[0])) * FILLED;
  const width = Math.max(1, whole / Math.max(1, values.length));
  return values.flatMap((counts, line) =>
    counts.flatMap((count, index) => {
      const at = points[index]?.at;
      if (count === null || count <= 0 || at === undefined) return [];
      const top = y(count);
      const left = x(at) - whole / 2 + line * width;
      return [{ key: `${line} ${index}`, line, x: left, y: top, width, height: box.bottom - top }];
    }),
  );
}
