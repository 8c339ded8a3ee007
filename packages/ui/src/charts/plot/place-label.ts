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
export function placeLabel(input: PlaceInput): LabelPlace {
  const { lineY, textWidth, right, drawn } = input;
  const places = placesInside(input).map((place) => ({ ...place, hits: 0 }));
  for (const point of drawn) for (const place of places) if (covers(place, textWidth, point)) place.hits += 1;
  const [first = { x: right - PAD, y: lineY + ABOVE, anchor: "end" as const, hits: 0 }, ...others] = places;
  const { x, y, anchor } = others.reduce((best, place) => (place.hits < best.hits ? place : best), first);
  return { x, y, anchor };
}

function placesInside({ lineY, left, right, top, bottom }: PlaceInput): LabelPlace[] {
  const heights = [lineY + ABOVE, lineY + BELOW].filter((y) => y >= top && y + DESCENT <= bottom);
  return [
    ...heights.map((y) => ({ anchor: "end" as const, x: right - PAD, y })),
    ...heights.map((y) => ({ anchor: "start" as const, x: left + PAD, y })),
  ];
}

function covers(place: LabelPlace, textWidth: number, [x, y]: readonly [x: number, y: number]): boolean {
  const from = place.anchor === "end" ? place.x - textWidth : place.x;
  const across = x >= from - PAD && x <= from + textWidth + PAD;
  return across && y >= place.y - ASCENT && y <= place.y + DESCENT;
}
