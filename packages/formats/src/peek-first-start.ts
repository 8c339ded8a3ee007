import { ALL_REQUESTS, isPlausibleTime, keepsLabel } from "@headroom/core";
import type { LabelFilter, SampleSink } from "@headroom/core";
import type { Format, ParseOptions } from "./parser.ts";

export interface FirstStart {
  /** When the first sample within the first bytes began; null if none is complete. */
  firstStartMicros: number | null;
  /** Counts from the start of the run, which the file doesn't give. */
  relative: boolean;
}

const LEFT_OUT = 1;

/** Samples of labels that a filter leaves out don't count. */
export function peekFirstStart(
  format: Format,
  head: Uint8Array,
  options: ParseOptions,
  filter: LabelFilter | null = null,
): FirstStart {
  let first: number | null = null;
  const sink: SampleSink = {
    label: (name, kind) =>
      filter === null || (kind !== "status" && keepsLabel(filter, name)) ? ALL_REQUESTS : LEFT_OUT,
    add(label, completedAtMicros, latencyMicros) {
      if (label !== LEFT_OUT) first ??= completedAtMicros - latencyMicros;
    },
    addAll({ length, labels, completedAtMicros, latencyMicros }) {
      const at = labels.subarray(0, length).findIndex((label) => label !== LEFT_OUT);
      if (at >= 0) first ??= (completedAtMicros[at] ?? 0) - (latencyMicros[at] ?? 0);
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
