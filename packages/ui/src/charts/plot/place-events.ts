export interface PlacedEvent {
  key: string;
  /** Of the text; null if there is no room for it. The line is drawn anyway. */
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
const MAX_LETTERS = 28;

/** Text at the top of its line, in the first row where it touches no other text. Without a free row only the line is drawn. */
export function placeEvents({ events, left, right, letterWidth, rows }: PlaceEventsInput): PlacedEvent[] {
  const taken: [number, number][][] = Array.from({ length: rows }, () => []);
  return events.map(({ key, x, text }) => {
    const short = text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS - 1).trimEnd()}\u2026` : text;
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
