import type { Meaning } from "./metrics.ts";

/** One point of a metric that matters. One object is filled again for every point. */
export interface Point {
  meaning: Meaning;
  completedMicros: number;
  /** Milliseconds of a request, 0 or 1 of http_req_failed, a number of users. */
  value: number;
  /** The label's entry in the table of labels. */
  label: number;
  /** The tested host, by the tag url. */
  host: string | null;
  /** The tag expected_response, where there is one. */
  expected: boolean | null;
  /** The tag status, where there is one that is a number. */
  status: number | null;
  /** Reads the tag trace_id, if the line has one. */
  readTrace: () => string | null;
}

export const NO_TRACE = () => null;

export function emptyPoint(): Point {
  return {
    meaning: 0,
    completedMicros: 0,
    value: 0,
    label: 0,
    host: null,
    expected: null,
    status: null,
    readTrace: NO_TRACE,
  };
}

export const NO_NAME = "(no name)";
