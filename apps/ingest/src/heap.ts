import { getHeapStatistics, setFlagsFromString } from "node:v8";

/*
 * V8 offers these only as flags, and they apply to all threads of the process.
 *
 * Chunks of a body are outside the heap and are freed when their small handles are collected. With the default young
 * generation of 16 to 64 MB, collections are rare, so dead chunks pile up until V8 marks the whole heap to free them:
 * many times in an upload, in each thread. A small young generation is collected often, in less than a
 * millisecond.
 */
setFlagsFromString("--semi-space-growth-factor=1");

const LARGE_BYTES = 56 * 1024 * 1024;
let isLarge = false;

/**
 * By default, a thread lets garbage grow to several times the live memory before it collects. While live memory is large, as
 * with very many labels, this collects at a third more; at other times that would only cost time.
 */
export function keepHeapSmall(): void {
  const wasLarge = isLarge;
  isLarge = getHeapStatistics().total_heap_size > LARGE_BYTES;
  if (isLarge !== wasLarge) setFlagsFromString(`--heap-growing-percent=${isLarge ? 30 : 0}`);
}
