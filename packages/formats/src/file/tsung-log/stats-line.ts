export const DUMP = /^# stats: dump at (\d{9,10})$/;

/** What one line says of the stretch of time before its dump. */
export type StatsLine =
  | { kind: "sample"; name: string; count: number; mean: number; max: number; min: number }
  | { kind: "counter"; name: string; value: number };

/** A name is a word, or has quotes or braces around it: `tr_home`, `'tr_my page'`, `{cpu,"node@host"}`. */
const LINE = /^stats: ('[^']{1,500}'|\{[^}]{1,500}\}|[^ ]{1,500}) (.{1,500})$/;
const NUMBER = /^\d{1,300}(\.\d{1,30})?(e[+-]?\d{1,3})?$/;

/** Null if it is no line of statistics. A counter has its value and the sum so far, a sample at least five figures. */
export function readStatsLine(text: string): StatsLine | null {
  const [, written = "", rest = ""] = LINE.exec(text) ?? [];
  const words = rest.split(" ");
  if (written === "" || !words.every((word) => NUMBER.test(word.replace(/^-/, "")))) return null;
  const name = written.startsWith("'") ? written.slice(1, -1) : written;
  const figures = words.map(Number);
  const [value = 0] = figures;
  return figures.length === 2 ? { kind: "counter", name, value } : sampleOf(name, figures);
}

function sampleOf(name: string, figures: readonly number[]): StatsLine | null {
  const [count = 0, mean = 0, , max = 0, min = 0] = figures;
  if (figures.length < 5 || !Number.isSafeInteger(count) || count < 0) return null;
  return { kind: "sample", name, count, mean, max, min };
}
