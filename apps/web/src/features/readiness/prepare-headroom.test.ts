import { describe, expect, it } from "vitest";
import type { HeadroomAnswer } from "@headroom/contract";
import { prepareHeadroom } from "./prepare-headroom.ts";

const now = new Date("2022-11-13T14:00:00Z");
const proof: HeadroomAnswer["experiments"][number] = {
  experiment: { id: "a", name: "Distinct" },
  state: "proven",
  throughput: 40_269,
  detail: null,
  calibration: null,
  run: { id: "r", number: 7, ranAt: "2022-10-03T14:00:00.000Z", environment: "staging" },
  elsewhere: false,
  misses: [],
  acceptedUntil: null,
  freshness: {
    state: "ageing",
    days: 41,
    deploys: 37,
    endsAt: "2022-11-17T14:00:00.000Z",
    words: "41 days and 37 deploys ago",
  },
};
const unproven: HeadroomAnswer["experiments"][number] = {
  experiment: { id: "b", name: "Complex" },
  state: "unproven",
  throughput: null,
  run: null,
  calibration: null,
  elsewhere: false,
  misses: [],
  acceptedUntil: null,
  freshness: null,
  detail: "It has never been run.",
};
const peak: HeadroomAnswer["peaks"][number] = {
  peakDay: {
    id: "p",
    name: "Sale",
    startsAt: "2022-11-25T05:00:00.000Z",
    endsAt: "2022-11-29T05:00:00.000Z",
    timeZone: "UTC",
  },
  expected: { kind: "typed", throughput: 9_802, source: "Forecast" },
  required: 14_703,
  times: 4.108,
  verdict: "at-risk",
  sentence: "",
  reasons: [],
};
const answer = (change: Partial<HeadroomAnswer> = {}): HeadroomAnswer => ({
  service: { slug: "shop", name: "Shop" },
  verdict: "at-risk",
  sentence: "",
  decidedBy: "p",
  step: null,
  policy: { factor: 1.5, proofDays: 45, proofDeploys: 50, peakEnvironment: "production" },
  capacity: 40_269,
  experiments: [proof],
  representative: null,
  peaks: [peak],
  ...change,
});
const shown = (given: HeadroomAnswer) =>
  prepareHeadroom(given, now).figures.map(({ value, unit, caption }) => [`${value} ${unit}`.trim(), caption]);

describe("the headroom of a service's page", () => {
  it("is the tested capacity against the peak day that decides", () => {
    expect(shown(answer())).toEqual([
      ["9,802 req/s", "Forecast"],
      ["14,703 req/s", "Sale"],
      ["40,269 req/s", "Distinct"],
      ["4.11x", "tested capacity by expected peak"],
    ]);
  });

  it("never has a figure without proof, and says in red what is missing", () => {
    const peaks = [{ ...peak, expected: null, required: null, times: null }];
    const given = answer({ capacity: null, experiments: [proof, unproven], peaks });
    expect(shown(given)).toEqual([
      ["Not known", "nobody has said how high it will be"],
      ["Not known", "Sale"],
      ["No proof", "1 of 2 experiments have no proof that counts"],
      ["Unproven", "tested capacity by expected peak"],
    ]);
    expect(prepareHeadroom(given, now).experiments[1]).toMatchObject({
      words: "It has never been run.",
      ink: "text-bad",
      throughput: null,
      left: null,
    });
  });

  it("says what a past peak day showed that a proof is worth", () => {
    const calibration = { factor: 0.75, peakDay: { id: "b", name: "Sale 2021" } };
    const given = answer({ capacity: 30_202, experiments: [{ ...proof, throughput: 30_202, calibration }] });
    expect(prepareHeadroom(given, now).experiments[0]?.note).toBe("times 0.75, as Sale 2021 showed");
    expect(shown(given)[2]).toEqual(["30,202 req/s", "Distinct, times 0.75, as Sale 2021 showed"]);
  });

  it("shows how long each proof still counts, until it doesn't", () => {
    const left = (given: HeadroomAnswer["experiments"][number]) =>
      prepareHeadroom(answer({ experiments: [given] }), now).experiments[0]?.left;
    expect(left(proof)).toEqual({ days: 4, of: 45, state: "ageing" });
    const freshness = { ...proof.freshness, state: "outdated" as const, endsAt: "2022-11-13T13:59:00.000Z" };
    expect(
      left({ ...proof, freshness: { ...freshness, days: 45, deploys: null, words: "45 days ago" } }),
    ).toEqual({
      days: 0,
      of: 45,
      state: "outdated",
    });
  });

  it("says how representative the run was that sets the capacity", () => {
    expect(prepareHeadroom(answer(), now).likeness).toBeNull();
    expect(prepareHeadroom(answer({ representative: "no" }), now).likeness).toEqual({
      words: "The run that sets the tested capacity was not like live traffic.",
      runId: "r",
    });
  });

  it("without a coming peak day is only what was tested", () => {
    const given = answer({ verdict: "no-peak-day", decidedBy: null, peaks: [] });
    expect(prepareHeadroom(given, now)).toMatchObject({
      verdict: { word: "No peak day is planned" },
      peaks: [],
    });
    expect(shown(given)).toEqual([["40,269 req/s", "Distinct"]]);
  });
});
