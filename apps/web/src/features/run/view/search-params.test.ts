import { SLICE_SECONDS } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIRST_VIEW, LABEL_SORTS, readRunView, RUN_TABS, runAddress } from "./search-params.ts";
import type { RunView } from "./search-params.ts";

const id = "01a1fe48-0000-7000-8000-000000000000";
const searchOf = (address: string) => Object.fromEntries(new URL(address, "http://h").searchParams);

const kind = fc.constantFrom("request", "transaction", "hop" as const);
const view: fc.Arbitrary<RunView> = fc.record({
  window: fc.oneof(
    fc.constantFrom("steady" as const, "whole" as const),
    fc
      .tuple(fc.integer({ min: -9, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }))
      .map(([fromSeconds, length]) => ({ fromSeconds, toSeconds: fromSeconds + length })),
  ),
  successful: fc.boolean(),
  label: fc.option(fc.record({ name: fc.string({ minLength: 1, maxLength: 200 }), kind })),
  slices: fc.constantFrom(...SLICE_SECONDS),
  live: fc.option(
    fc.tuple(fc.nat(2e12), fc.integer({ min: 1, max: 1e9 })).map(([from, length]) => ({
      from: new Date(from).toISOString(),
      to: new Date(from + length).toISOString(),
    })),
  ),
  tab: fc.constantFrom(...RUN_TABS),
  labels: fc.record({
    search: fc.string({ maxLength: 200 }),
    kind: fc.option(kind),
    sort: fc.constantFrom(...LABEL_SORTS),
    direction: fc.constantFrom("ascending" as const, "descending" as const),
  }),
  judgement: fc.option(fc.uuid()),
});

describe("the address of a run", () => {
  it("holds the whole view", () => {
    fc.assert(
      fc.property(view, (given) => {
        expect(readRunView(searchOf(runAddress(id, given)))).toEqual(given);
      }),
    );
  });
  it("is short for what is as it always is", () => {
    expect(runAddress(id, FIRST_VIEW)).toBe(`/runs/${id}`);
    expect(readRunView({})).toEqual(FIRST_VIEW);
  });
  it("that cannot be read is as if it were not there", () => {
    for (const search of [
      { from: "9", to: "3" },
      { livefrom: "2026-11-27", liveto: "2026-11-26" },
      { livefrom: "2026-11-27", liveto: "soon" },
      { from: "x", to: "3" },
      { from: "1e99", to: "2e99" },
      { window: "half", slices: "7", tab: "<b>", sort: "constructor", dir: "up", kind: "x", label: "" },
      { judgement: "own" },
      { from: ["1", "2"], to: "9" },
    ])
      expect(readRunView(search)).toEqual(FIRST_VIEW);
  });
});
