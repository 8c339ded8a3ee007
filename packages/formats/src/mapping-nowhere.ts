import { ALL_REQUESTS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";

/** The sink for detection, which reads one row and discards it. */
export const NOWHERE: SampleSink = {
  label: () => ALL_REQUESTS,
  add: () => {},
  addAll: () => {},
  interval: () => {},
  total: () => {},
  failure: () => {},
  gauge: () => 0,
  measure: () => {},
};
