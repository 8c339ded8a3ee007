import { setFlagsFromString } from "node:v8";

/*
 * Pieces of a body lie outside of the heap and are given back when their small handles are collected. A young generation
 * that grows to its default of 16 to 64 MB is collected seldom, so dead pieces pile up until V8 marks the whole heap
 * for their sake: many times in an upload, in each thread. One that stays small is swept often, in less than a
 * millisecond. V8 has no call for it but this flag, which holds for threads that start later, too.
 */
setFlagsFromString("--semi-space-growth-factor=1");
