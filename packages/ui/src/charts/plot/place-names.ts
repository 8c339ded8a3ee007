interface NameInput {
  key: string;
  x: number;
  y: number;
  width: number;
}

interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface PlacedName {
  key: string;
  x: number;
  /** Of the baseline. */
  y: number;
  anchor: "start" | "end" | "middle";
}

const GAP = 9;
const DOT = 6;
const HEIGHT = 13;

export interface WordBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Drawn {
  lines?: readonly (readonly [x: number, y: number])[];
  words?: readonly WordBox[];
}

/** Names next to their dots, each on the side where it covers no other name, none of the `words` that are there, and least of the lines; null if no side is free. */
export function placeNames(
  names: readonly NameInput[],
  dots: readonly { x: number; y: number }[],
  room: Room,
  { lines = [], words = [] }: Drawn = {},
): (PlacedName | null)[] {
  const taken: WordBox[] = [
    ...words,
    ...dots.map(({ x, y }) => ({
      left: x - DOT,
      right: x + DOT,
      top: y - DOT,
      bottom: y + DOT,
    })),
  ];
  return names.map(({ key, x, y, width }) => {
    const candidates = [
      { x: x + GAP, y: y + 4, anchor: "start" as const },
      { x: x - GAP, y: y + 4, anchor: "end" as const },
      { x, y: y - GAP, anchor: "middle" as const },
      { x, y: y + GAP + 9, anchor: "middle" as const },
      { x: x + GAP, y: y - GAP, anchor: "start" as const },
      { x: x + GAP, y: y + GAP + 9, anchor: "start" as const },
      { x: x - GAP, y: y - GAP, anchor: "end" as const },
      { x: x - GAP, y: y + GAP + 9, anchor: "end" as const },
    ];
    let best: { place: Omit<PlacedName, "key">; box: WordBox; hits: number } | null = null;
    for (const place of candidates) {
      const box = boxOf(place, width);
      if (!inside(box, room) || taken.some((other) => overlap(box, other))) continue;
      const hits = lines.filter(([px, py]) =>
        overlap(box, { left: px, right: px, top: py, bottom: py }),
      ).length;
      if (best === null || hits < best.hits) best = { place, box, hits };
    }
    if (best === null) return null;
    taken.push(best.box);
    return { key, ...best.place };
  });
}

function inside(box: WordBox, room: Room): boolean {
  return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
}

/** What a placed name covers. */
export function boxOf({ x, y, anchor }: Omit<PlacedName, "key">, width: number): WordBox {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - HEIGHT + 3, bottom: y + 3 };
}

export function overlap(a: WordBox, b: WordBox): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
