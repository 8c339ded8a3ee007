/** Of an experiment without changes or a baseline. */
export const PLAIN_ROWS = {
  metric: "p99",
  changes: [],
  defaultBranches: ["main"],
  presentVersion: 1,
  baselineId: null,
} as const;
