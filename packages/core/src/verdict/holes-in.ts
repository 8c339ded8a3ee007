import type { JudgedWindow } from "./judged.ts";

/** Those that overlap the window; all of them if it isn't known. */
export function holesIn<T extends { from: string; to: string }>(
  holes: readonly T[] = [],
  window: JudgedWindow | null,
): T[] {
  return holes.filter(({ from, to }) => window === null || (from < window.to && to > window.from));
}
