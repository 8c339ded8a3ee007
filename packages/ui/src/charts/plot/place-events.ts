export interface PlacedEvent {
  key: string;
  /** Of the words; null where they have no room: the line is drawn all the same. */
  words: { x: number; row: number; anchor: "start" | "end"; text: string } | null;
  x: number;
}

interface PlaceEventsInput {
  events: readonly { key: string; x: number; text: string }[];
  left: number;
  right: number;
  letterWidth: number;
  rows: number;
}

const PAD = 6;
const MOST_LETTERS = 28;

/** Words on top of their lines, in the first row where they touch no others; past the last row only lines are left. */
export function placeEvents({ events, left, right, letterWidth, rows }: PlaceEventsInput): PlacedEvent[] {
  const taken: [number, number][][] = Array.from({ length: rows }, () => []);
  return events.map(({ key, x, text }) => {
    const short = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1).trimEnd()}\u2026` : text;
    const width = short.length * letterWidth;
    for (const [row, spans] of taken.entries()) {
      for (const anchor of ["start", "end"] as const) {
        const from = anchor === "start" ? x + PAD : x - PAD - width;
        const to = from + width;
        if (from < left || to > right || spans.some(([a, b]) => from < b + PAD && to > a - PAD)) continue;
        spans.push([Math.min(from, x), Math.max(to, x)]);
        return { key, x, words: { x: anchor === "start" ? x + PAD : x - PAD, row, anchor, text: short } };
      }
    }
    return { key, x, words: null };
  });
}
