import { ALL_REQUESTS, isPlausibleTime } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import type { Format, ParseOptions } from "./parser.ts";

export interface FirstStart {
  /** When the first sample within the first bytes began; null if none is complete. */
  firstStartMicros: number | null;
  /** Counts from the start of the run, which the file doesn't give. */
  relative: boolean;
}

export function peekFirstStart(format: Format, head: Uint8Array, options: ParseOptions): FirstStart {
  let first: number | null = null;
  const sink: SampleSink = {
    label: () => ALL_REQUESTS,
    add(_label, completedAtMicros, latencyMicros) {
      first ??= completedAtMicros - latencyMicros;
    },
    addAll({ length, completedAtMicros, latencyMicros }) {
      if (length > 0) first ??= (completedAtMicros[0] ?? 0) - (latencyMicros[0] ?? 0);
    },
    interval(_label, startMicros) {
      first ??= startMicros;
    },
    total() {},
    failure() {},
    gauge: () => 0,
    measure() {},
  };
  try {
    format.open(sink, options).write(head);
  } catch {
    // Problems are reported when the whole file is read.
  }
  const firstStartMicros: number | null = first;
  return {
    firstStartMicros,
    // No test ran before 2000, so such a time counts from the start of its run, which is 0 here.
    relative: firstStartMicros !== null && !isPlausibleTime(firstStartMicros),
  };
}
