import type { LevelChange } from "@headroom/core";

/** The step of the demo's nightly search. */
export function nightlyChange(more: Partial<LevelChange> = {}): LevelChange {
  return {
    metric: "p99",
    label: null,
    before: 106.9,
    after: 131.8,
    state: "worse",
    run: { id: "run-32", number: 32 },
    runs: 14,
    ...more,
  };
}
