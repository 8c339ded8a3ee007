import { setFlagsFromString } from "node:v8";

/*
 * V8 has no calls for what follows, only flags; they hold for the threads of the process, too.
 *
 * Pieces of a body lie outside of the heap and are given back when their small handles are collected. A young generation
 * that grows to its default of 16 to 64 MB is collected seldom, so dead pieces pile up until V8 marks the whole heap
 * for their sake: many times in an upload, in each thread. One that stays small is swept often, in less than a
 * millisecond.
 */
setFlagsFromString("--semi-space-growth-factor=1");

const THRIFTY_FROM_BYTES = 280 * 1024 * 1024;
const LOOK_EVERY_MILLIS = 200;

/**
 * Left alone, each thread lets garbage grow to several times what is alive before it looks. Where the process has become
 * large, with very many labels, it looks at a third more; otherwise that costs time for nothing.
 */
setInterval(() => {
  const thrifty = process.memoryUsage.rss() > THRIFTY_FROM_BYTES;
  setFlagsFromString(`--heap-growing-percent=${thrifty ? 30 : 0}`);
}, LOOK_EVERY_MILLIS).unref();
