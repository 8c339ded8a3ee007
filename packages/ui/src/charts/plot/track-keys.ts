/** The index of the crosshair among the points, and where the selected window starts. */
export interface Track {
  index: number | null;
  anchor: number | null;
}

const PAGE = 10;

/** Where a key moves to; from null if the crosshair is nowhere yet. It may be past an end. */
type Move = (from: number | null, last: number) => number;

const next: Move = (from) => (from === null ? 0 : from + 1);
const previous: Move = (from, last) => (from === null ? last : from - 1);
const MOVES: ReadonlyMap<string, Move> = new Map([
  ["ArrowRight", next],
  ["ArrowUp", next],
  ["ArrowLeft", previous],
  ["ArrowDown", previous],
  ["PageUp", (from) => (from ?? 0) + PAGE],
  ["PageDown", (from, last) => (from ?? last) - PAGE],
  ["Home", () => 0],
  ["End", (_from, last) => last],
]);

/** The track after a key press; undefined if the key does nothing here. With Shift, the points in between are selected. */
export function moveTrack(
  track: Track,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  last: number,
): Track | undefined {
  const move = MOVES.get(key);
  if (last < 0 || move === undefined) return undefined;
  const index = Math.max(0, Math.min(last, move(track.index, last)));
  return { index, anchor: shiftKey ? (track.anchor ?? track.index ?? index) : null };
}

/** The time that two points and those between them cover, in seconds. */
export function markedSpan(
  points: readonly { fromSeconds: number }[],
  pointSeconds: number,
  one: number,
  other: number,
): [number, number] | null {
  const [first, last] = [points[Math.min(one, other)], points[Math.max(one, other)]];
  if (!first || !last || one === other) return null;
  return [first.fromSeconds, last.fromSeconds + pointSeconds];
}
