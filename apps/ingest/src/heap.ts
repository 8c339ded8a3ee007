import { getHeapStatistics, setFlagsFromString } from "node:v8";

/*
 * V8 has no calls for what follows, only flags; they hold for all threads of the process.
 *
 * Chunks of a body lie outside of the heap and are given back when their small handles are collected. A young generation
 * that grows to its default of 16 to 64 MB is collected seldom, so dead chunks pile up until V8 marks the whole heap
 * for their sake: many times in an upload, in each thread. One that stays small is swept often, in less than a
 * millisecond.
 */
setFlagsFromString("--semi-space-growth-factor=1");

const LARGE_BYTES = 56 * 1024 * 1024;
let isLarge = false;

/**
 * Left alone, a thread lets garbage grow to several times what is alive before it looks. While this one is large, as
 * with very many labels, it looks at a third more; at other times that would only cost time.
 */
export function keepHeapSmall(): void {
  const wasLarge = isLarge;
  isLarge = getHeapStatistics().total_heap_size > LARGE_BYTES;
  if (isLarge !== wasLarge) setFlagsFromString(`--heap-growing-percent=${isLarge ? 30 : 0}`);
}
