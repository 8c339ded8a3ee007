/** The index of the crosshair among the points, and where the selected window starts. */
export interface Track {
  index: number | null;
  anchor: number | null;
}

const PAGE = 10;

/** The track after a key press; undefined if the key does nothing here. With Shift, the points in between are selected. */
export function moveTrack(
  track: Track,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  last: number,
): Track | undefined {
  if (last < 0) return undefined;
  const index = target(key, track.index, last);
  if (index === undefined) return undefined;
  return { index, anchor: shiftKey ? (track.anchor ?? track.index ?? index) : null };
}

function target(key: string, from: number | null, last: number): number | undefined {
  const within = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return within(from === null ? 0 : from + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return within(from === null ? last : from - 1);
    case "PageUp":
      return within((from ?? 0) + PAGE);
    case "PageDown":
      return within((from ?? last) - PAGE);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

/** The whole slices between two points, in seconds. */
export function markedSpan(
  points: readonly { fromSeconds: number }[],
  sliceSeconds: number,
  one: number,
  other: number,
): [number, number] | null {
  const [first, last] = [points[Math.min(one, other)], points[Math.max(one, other)]];
  if (!first || !last || one === other) return null;
  return [first.fromSeconds, last.fromSeconds + sliceSeconds];
}
