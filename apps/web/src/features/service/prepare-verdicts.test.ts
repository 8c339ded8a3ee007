import { expect, it } from "vitest";
import type { OutcomeState } from "@headroom/ui";
import type { StateCounts } from "../catalog/catalog-sentence.ts";
import { prepareVerdicts } from "./prepare-verdicts.ts";

const NONE: StateCounts = {
  misses: 0,
  regressed: 0,
  unsure: 0,
  holds: 0,
  "no-change": 0,
  "not-judged": 0,
  pending: 0,
  open: 0,
};
const row = (name: string, state: OutcomeState) => ({ name, state, p99: null, throughput: null });
const missing = {
  ...row("Search", "misses"),
  p99: {
    value: "131",
    unit: "ms",
    grade: null,
    against: { ratio: 0.9, verdict: "missed" as const, distance: "+11 ms", wanted: "≤ 120 ms" },
  },
};
const say = (rows: Parameters<typeof prepareVerdicts>[0]["rows"], counts: Partial<StateCounts>) => {
  const { lead, rest } = prepareVerdicts({ rows, counts: { ...NONE, ...counts } });
  return `${lead} ${rest}`.trim();
};

it("names what misses with its figure, then what the others do", () => {
  expect(say([missing, row("Ramp", "unsure"), row("Mix", "holds")], { misses: 1, unsure: 1, holds: 1 })).toBe(
    "1 of 3 experiments misses its targets: Search, p99 131 ms (target 120 ms). Ramp is unsure. Mix holds.",
  );
});

it("says once what two others have in common", () => {
  const rows = [missing, row("Ramp", "not-judged"), row("Mix", "not-judged")];
  expect(say(rows, { misses: 1, "not-judged": 2 })).toContain(". Ramp and Mix aren't judged.");
});

it("counts what is too much to name", () => {
  const rows = [missing, row("A", "misses"), row("B", "holds"), row("C", "holds")];
  expect(say(rows, { misses: 2, holds: 2 })).toBe("2 of 4 experiments miss their targets. 2 hold.");
  // Only the worst were read.
  expect(say([missing, row("A", "unsure")], { misses: 1, unsure: 1, holds: 70 })).toContain(
    "1 is unsure, 70 hold.",
  );
});

it("is short if all experiments do the same, or there is only one", () => {
  expect(say([row("A", "holds"), row("B", "holds")], { holds: 2 })).toBe("Both experiments hold.");
  const bare = row("A", "not-judged");
  expect(say([bare, bare], { "not-judged": 2 })).toBe("Neither experiment is judged.");
  expect(say([bare, bare, bare], { "not-judged": 3 })).toBe("None of the 3 experiments is judged.");
  expect(say([missing], { misses: 1 })).toBe(
    "Its only experiment misses its targets, p99 131 ms (target 120 ms).",
  );
  expect(prepareVerdicts({ rows: [], counts: NONE })).toMatchObject({ state: null });
});
