import { formatLength } from "../format/duration.ts";
import type { JudgedWindow } from "./judged.ts";

type Hole = { from: string; to: string };

/** "No request succeeded for 39 s, from 10:00:21 to 10:01:00 UTC." The longest hole in the window; the others are counted. */
export function holesNote(holes: readonly Hole[] | undefined, window: JudgedWindow | null): string | null {
  if (holes === undefined || window === null || window.kind === "load") return null;
  const inside = holes
    .filter(({ from, to }) => from < window.to && to > window.from)
    .toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const [longest] = inside;
  if (longest === undefined) return null;
  const others = inside.length - 1;
  const rest =
    others === 0 ? "" : `, and ${others === 1 ? "once" : `${others} times`} more for a shorter time`;
  const span = `from ${timeOf(longest.from)} to ${timeOf(longest.to)} UTC`;
  return `No request succeeded for ${formatLength(secondsOf(longest))}, ${span}${rest}.`;
}

function secondsOf({ from, to }: Hole): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 1_000);
}

function timeOf(instant: string): string {
  return instant.slice(11, 19);
}
