import type { Size } from "./use-size.ts";

export interface PlotBox {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Too narrow for names at the ends of lines. */
  narrow: boolean;
}

/** Room for "500,000". */
export const Y_AXIS_WIDTH = 54;
export const X_AXIS_HEIGHT = 24;
const TOP = 14;
const END_LABELS = 46;
const MAX_END_LABELS = 100;
const NARROW = 520;
const NARROW_END = 18;

/** Where the plot lies in its frame: the same for all charts that share a crosshair. */
export function plotBox({ width, height }: Size, endLabels = END_LABELS, narrowEnd = NARROW_END): PlotBox {
  const narrow = width < NARROW;
  return {
    width,
    height,
    left: Y_AXIS_WIDTH,
    right: width - (narrow ? narrowEnd : endLabels),
    top: TOP,
    bottom: height - X_AXIS_HEIGHT,
    narrow,
  };
}

/** Room for the longest name at the end of a line, within reason. */
export function endLabelRoom(names: readonly string[]): number {
  const longest = names.reduce((most, { length }) => Math.max(most, length), 0);
  return Math.max(END_LABELS, Math.min(MAX_END_LABELS, Math.ceil(longest * 6.1) + 12));
}

/** The axis value at a screen position; null outside the plot. */
export function valueAtX(domain: readonly [number, number], box: PlotBox, x: number): number | null {
  const share = (x - box.left) / (box.right - box.left);
  if (share < -0.02 || share > 1.02) return null;
  return domain[0] + Math.max(0, Math.min(1, share)) * (domain[1] - domain[0]);
}

/** The point whose middle is nearest; null when there are none. The points are in order. */
export function nearestIndex(points: readonly { at: number }[], wanted: number): number | null {
  if (points.length === 0) return null;
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [here, next] = [points[middle]?.at ?? 0, points[middle + 1]?.at ?? 0];
    if (wanted - here <= next - wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
