import { ALL_REQUESTS, type SampleSink } from "@headroom/core";

/** The sink of a detection, which looks at a first row and keeps nothing of it. */
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
