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

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Names beside their dots, each on the side where it covers the least of what is there; null when every side is full. */
export function placeNames(
  names: readonly NameInput[],
  dots: readonly { x: number; y: number; reach?: number }[],
  room: Room,
): (PlacedName | null)[] {
  const taken: Box[] = dots.map(({ x, y, reach = DOT }) => ({
    left: x - reach,
    right: x + reach,
    top: y - reach,
    bottom: y + reach,
  }));
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
    for (const candidate of candidates) {
      const box = boxOf(candidate, width);
      const inside =
        box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
      if (!inside || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return { key, ...candidate };
    }
    return null;
  });
}

function boxOf({ x, y, anchor }: Omit<PlacedName, "key">, width: number): Box {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - HEIGHT + 3, bottom: y + 3 };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
