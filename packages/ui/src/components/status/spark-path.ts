export interface SparkBox {
  width: number;
  height: number;
}

export interface SparkShape {
  /** One path with a new start after each missing value. */
  line: string;
  last: { x: number; y: number } | null;
  targetY: number | null;
  /** Between the run that a change begins with and the one before it. */
  markX: number | null;
}

const PAD = 4;

/**
 * Values on a log scale that holds the target too. A missing value is a gap; values of 0 or less stay out. `changeAt`: the place of
 * the first value after a change.
 */
export function sparkShape(
  values: readonly (number | null)[],
  { target, changeAt = null }: { target: number | null; changeAt?: number | null },
  box: SparkBox,
): SparkShape {
  const drawable = (value: number | null): value is number => value !== null && value > 0;
  const logs = [...values, target].filter(drawable).map(Math.log);
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const x = (index: number) =>
    values.length < 2 ? box.width - PAD : PAD + (index * (box.width - 2 * PAD)) / (values.length - 1);
  const y = (value: number) =>
    high === low
      ? box.height / 2
      : box.height - PAD - ((Math.log(value) - low) / (high - low)) * (box.height - 2 * PAD);

  let line = "";
  let last: SparkShape["last"] = null;
  let drawing = false;
  values.forEach((value, index) => {
    if (!drawable(value)) {
      drawing = false;
      return;
    }
    last = { x: round(x(index)), y: round(y(value)) };
    line += `${drawing ? "L" : "M"}${last.x} ${last.y}`;
    drawing = true;
  });
  const isMarked = changeAt !== null && changeAt > 0 && changeAt < values.length;
  return {
    line,
    last,
    targetY: drawable(target) ? round(y(target)) : null,
    markX: isMarked ? round(x(changeAt - 0.5)) : null,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
