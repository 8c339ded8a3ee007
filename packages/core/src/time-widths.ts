// Each width is at most twice the one before, so that at least half of any budget is used, and at most six times a
// stored step, so that the cells read are bounded. Past the last one, it doubles.
const WIDTHS = [1, 2, 3, 5, 10, 20, 30, 60, 120, 180, 300, 600, 1_200, 1_800, 3_600];

/**
 * The narrowest width in seconds that fits. All points of a chart, slices of a window and points of overlaid runs have
 * one of these widths, so that each can be merged from the same stored cells.
 */
export function narrowestWidth(fits: (seconds: number) => boolean): number {
  const width = WIDTHS.find(fits);
  if (width !== undefined) return width;
  for (let wide = 7_200; wide < Number.MAX_SAFE_INTEGER / 2; wide *= 2) if (fits(wide)) return wide;
  throw new RangeError("No width fits.");
}
