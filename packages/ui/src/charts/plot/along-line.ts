type Pixel = readonly [x: number, y: number];

const STEP_PX = 8;

/** Points along a drawn line, at most a few pixels apart, so that text can avoid it. A null is a gap. */
export function alongLine(points: readonly (Pixel | null)[]): Pixel[] {
  const along: Pixel[] = [];
  let before: Pixel | null = null;
  for (const point of points) {
    if (point !== null) {
      if (before !== null) along.push(...between(before, point));
      along.push(point);
    }
    before = point;
  }
  return along;
}

function between([x0, y0]: Pixel, [x1, y1]: Pixel): Pixel[] {
  const steps = Math.min(200, Math.floor(Math.hypot(x1 - x0, y1 - y0) / STEP_PX));
  return Array.from({ length: Math.max(0, steps - 1) }, (_, index): Pixel => {
    const share = (index + 1) / steps;
    return [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
  });
}
