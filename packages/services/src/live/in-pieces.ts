import { setImmediate as others } from "node:timers/promises";

/** An upload waits for this at each of its fifty statements. */
const PIECE_MILLIS = 1;
/** Asking for the time takes longer than some items. */
const LOOKS_EVERY = 8;

const OF_PROCESS = { now: () => performance.now(), pause: () => others() };

/** Takes all items, and lets everything else run in between: a page of the live log can have some hundred thousand. */
export async function inPieces<Item>(
  items: Iterable<Item>,
  take: (item: Item) => void,
  { now, pause }: { now: () => number; pause: () => Promise<void> } = OF_PROCESS,
): Promise<void> {
  let until = now() + PIECE_MILLIS;
  let left = LOOKS_EVERY;
  for (const item of items) {
    take(item);
    left -= 1;
    if (left > 0) continue;
    left = LOOKS_EVERY;
    if (now() < until) continue;
    await pause();
    until = now() + PIECE_MILLIS;
  }
}

/** Those of some items that fit, found in pieces. */
export async function filterInPieces<Item>(
  items: Iterable<Item>,
  fits: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  await inPieces(items, (item) => {
    if (fits(item)) found.push(item);
  });
  return found;
}
