/**
 * Moves labels apart until none is nearer than `gap` to the next, keeping their order, as near as that allows to where
 * their lines end, and within [top, bottom].
 */
export function spreadLabels(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let floor = top;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? floor, floor);
    floor = (placed[index] ?? floor) + gap;
  }
  let ceiling = bottom;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? ceiling, ceiling);
    ceiling = (placed[index] ?? ceiling) - gap;
  }
  return placed;
}
