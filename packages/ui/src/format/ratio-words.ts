import { formatTimes } from "@headroom/core/format";

/** What people call a change of one figure to the better and to the worse: "faster" and "slower". */
export interface RatioWords {
  better: string;
  worse: string;
}

/** What a ratio is called that rounds to 1. */
export const SAME_RATIO = "same";

/** "1.30x slower": always a factor above 1 and a word that says the direction. From something to nothing there is no factor. */
export function ratioText(ratio: number, better: "higher" | "lower", words: RatioWords): string {
  if (ratio === 0) return "to none";
  const text = formatTimes(Math.max(ratio, 1 / ratio));
  if (text === formatTimes(1)) return SAME_RATIO;
  return `${text} ${ratio > 1 === (better === "higher") ? words.better : words.worse}`;
}
