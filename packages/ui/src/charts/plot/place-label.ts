export interface LabelPlace {
  x: number;
  /** Of the baseline. */
  y: number;
  anchor: "start" | "end";
}

interface PlaceInput {
  /** Where the target's line lies. */
  lineY: number;
  textWidth: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** What is drawn, in pixels. */
  drawn: Iterable<readonly [x: number, y: number]>;
}

const PAD = 6;
const ABOVE = -6;
const BELOW = 15;
const ASCENT = 10;
const DESCENT = 3;

/** Next to a target's line, at the end and on the side where the text covers the fewest points. */
export function placeLabel({ lineY, textWidth, left, right, top, bottom, drawn }: PlaceInput): LabelPlace {
  const inside = (y: number) => y - ASCENT >= top - ASCENT && y + DESCENT <= bottom;
  const places: (LabelPlace & { hits: number })[] = [];
  for (const anchor of ["end", "start"] as const) {
    for (const offset of [ABOVE, BELOW]) {
      const y = lineY + offset;
      if (inside(y)) places.push({ anchor, x: anchor === "end" ? right - PAD : left + PAD, y, hits: 0 });
    }
  }
  for (const [x, y] of drawn) {
    for (const place of places) {
      const from = place.anchor === "end" ? place.x - textWidth : place.x;
      const within = x >= from - PAD && x <= from + textWidth + PAD;
      if (within && y >= place.y - ASCENT && y <= place.y + DESCENT) place.hits += 1;
    }
  }
  const [first = { x: right - PAD, y: lineY + ABOVE, anchor: "end" as const, hits: 0 }, ...others] = places;
  const { x, y, anchor } = others.reduce((best, place) => (place.hits < best.hits ? place : best), first);
  return { x, y, anchor };
}
