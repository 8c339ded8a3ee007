export interface PlotBox {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Less room than lines with names at their ends need. */
  narrow: boolean;
}

export const Y_AXIS_WIDTH = 48;
export const X_AXIS_HEIGHT = 24;
const TOP = 14;
const END_LABELS = 46;
const NARROW = 520;

/** Where the plot lies in its frame: the same for all charts that share a crosshair. */
export function plotBox(width: number, height: number): PlotBox {
  const narrow = width < NARROW;
  return {
    width,
    height,
    left: Y_AXIS_WIDTH,
    right: width - (narrow ? 14 : END_LABELS),
    top: TOP,
    bottom: height - X_AXIS_HEIGHT,
    narrow,
  };
}

/** The point whose middle is nearest to a place on the screen; null off the plot. */
export function nearestPoint(
  points: readonly { at: number }[],
  time: readonly [number, number],
  box: PlotBox,
  x: number,
): number | null {
  const share = (x - box.left) / (box.right - box.left);
  if (points.length === 0 || share < -0.02 || share > 1.02) return null;
  const wanted = time[0] + share * (time[1] - time[0]);
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [here, next] = [points[middle]?.at ?? 0, points[middle + 1]?.at ?? 0];
    if (wanted - here <= next - wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
