import { describe, expect, it } from "vitest";
import type { SloAnswer, SloStatus } from "@headroom/contract";
import {
  alertsAtText,
  burnNow,
  givenUpText,
  goodText,
  lengthText,
  nextStepOf,
  objectiveText,
  sentenceOf,
  sentenceOfAll,
  unjudgedText,
} from "./slo-words.ts";

const slo: SloAnswer = {
  id: "1",
  name: "Fast",
  service: { slug: "shop", name: "Shop" },
  label: null,
  objectivePercent: 99.9,
  latencyMs: 300,
  withoutError: true,
  window: { kind: "rolling", days: 30 },
  earlier: [],
  version: 1,
  updatedAt: "2026-11-23T12:00:00.000Z",
  url: "",
};

function statusOf(bad: number, badHigh = bad, more: Partial<SloStatus> = {}): SloStatus {
  const [requests, allowed] = [100_000, 100];
  const left = { low: 100 - badHigh, high: 100 - bad };
  return {
    at: "2026-11-23T12:00:00.000Z",
    from: "2026-10-24T12:00:00.000Z",
    to: "2026-11-23T12:00:00.000Z",
    state: bad > allowed ? "spent" : badHigh > allowed ? "unsure" : "kept",
    requests,
    bad: { low: bad, high: badHigh },
    goodPercent: { low: 100 - badHigh / 1_000, high: 100 - bad / 1_000 },
    budget: { requests: allowed, minutes: 43.2, leftPercent: left, leftRequests: left, leftMinutes: left },
    elapsedSeconds: 2_592_000,
    measuredSeconds: 2_592_000,
    gapRequests: 0,
    simulated: null,
    maintenance: [],
    burnRates: [],
    ...more,
  };
}
const burning = (severity: "page" | "ticket"): SloStatus["burnRates"] => [
  {
    severity,
    longSeconds: 3_600,
    shortSeconds: 300,
    alertingRate: 14.4,
    long: null,
    short: null,
    state: "alert",
  },
];

describe("the sentence of an SLO", () => {
  it("begins with its state", () => {
    expect(sentenceOf(slo, statusOf(25))).toEqual({
      lead: "75% of the error budget is left.",
      rest: "99.975% of 100,000 requests in the last 30 days were good. The objective is 99.9%.",
    });
    expect(sentenceOf(slo, statusOf(250)).lead).toBe("The error budget is spent.");
    expect(sentenceOf(slo, statusOf(25, 25, { burnRates: burning("page") })).lead).toBe(
      "Burning fast: 75% of the error budget is left.",
    );
    expect(sentenceOf(slo, statusOf(25, 25, { burnRates: burning("ticket") })).lead).toMatch(
      /^Burning slowly/,
    );
  });

  it("begins with the rate while little of the window is known", () => {
    const month = { kind: "calendar" as const, unit: "month" as const, timeZone: "UTC" };
    const fourHours = {
      from: "2026-11-01T00:00:00.000Z",
      to: "2026-12-01T00:00:00.000Z",
      elapsedSeconds: 14_400,
      measuredSeconds: 14_400,
    };
    expect(sentenceOf({ ...slo, window: month }, statusOf(25, 25, fourHours))).toEqual({
      lead: "Burning at 0.25x the allowed rate.",
      rest: "Only 4 h of 30 d have requests, so what is left of the budget says little yet. 99.975% of 100,000 requests this month were good. The objective is 99.9%.",
    });
    expect(sentenceOf({ ...slo, window: month }, statusOf(250, 300, fourHours)).lead).toBe(
      "Burning at 2.50x–3.00x the allowed rate.",
    );
    expect(
      sentenceOf({ ...slo, window: month }, statusOf(25, 25, { ...fourHours, measuredSeconds: 260_000 }))
        .lead,
    ).toBe("75% of the error budget is left.");
  });

  it("says how uncertain it is", () => {
    expect(sentenceOf(slo, statusOf(40, 2_040))).toEqual({
      lead: "Whether the error budget is spent isn't certain.",
      rest: "40–2,040 of 100,000 requests in the last 30 days were bad, and 100 may be.",
    });
    expect(sentenceOf(slo, statusOf(20, 30)).lead).toBe("70–80% of the error budget is left.");
  });

  it("judges nothing without requests", () => {
    const nothing = { leftPercent: null, leftRequests: null, leftMinutes: null };
    const status = statusOf(0, 0, { goodPercent: null, budget: { requests: 0, minutes: 0, ...nothing } });
    const month = { kind: "calendar" as const, unit: "month" as const, timeZone: "UTC" };
    expect(sentenceOf({ ...slo, window: month }, status).lead).toBe("No requests this month.");
  });
});

it("a range is explained by what the SLO judges", () => {
  expect(unjudgedText({ ...slo, latencyMs: null })).toMatch(/^The source doesn't say/);
  expect(unjudgedText({ ...slo, withoutError: false })).toMatch(/^The time limit/);
  expect(unjudgedText(slo)).toMatch(/^Either the source/);
});

it("the share of good requests is never rounded up", () => {
  expect(goodText(99.99999)).toBe("99.9999");
  expect(goodText(99.9)).toBe("99.9");
  expect(goodText(100)).toBe("100");
});

it("objectives and lengths are words", () => {
  expect(objectiveText(slo)).toBe("99.9% of requests within 300 ms and without an error");
  expect(objectiveText({ ...slo, latencyMs: null })).toBe("99.9% of requests without an error");
  expect([300, 1_800, 3_600, 21_600, 259_200].map(lengthText)).toEqual([
    "5 min",
    "30 min",
    "1 h",
    "6 h",
    "3 d",
  ]);
});

it("says how many messages to a webhook were given up", () => {
  expect([0, 1, 2_000].map(givenUpText)).toEqual(["", " 1 message given up.", " 2,000 messages given up."]);
});

it("says how fast the budget is being spent, in the shortest stretch that rules look at", () => {
  const rate = (longSeconds: number, low: number, high = low): SloStatus["burnRates"][number] => ({
    severity: "page",
    longSeconds,
    shortSeconds: longSeconds / 12,
    alertingRate: 14.4,
    long: { low, high, measuredSeconds: longSeconds },
    short: null,
    state: "quiet",
  });
  expect(burnNow({ burnRates: [rate(21_600, 2), rate(3_600, 0.22)] })).toEqual({
    high: 0.22,
    times: "0.22",
    over: "the last hour",
  });
  expect(burnNow({ burnRates: [rate(21_600, 2)] })?.over).toBe("the last 6 h");
  expect(burnNow({ burnRates: burning("page") })).toBeNull();
});

it("says of several SLOs how the worst are doing", () => {
  const early = { measuredSeconds: 3_600 };
  const of = (...statuses: SloStatus[]) => {
    const { lead, rest } = sentenceOfAll(statuses.map((status) => ({ status })));
    return `${lead} ${rest}`.trim();
  };
  expect(of()).toBe("No SLOs yet.");
  expect(of(statusOf(25))).toBe("The SLO is met so far.");
  expect(of(statusOf(25), statusOf(250, 250, early))).toBe("1 of 2 error budgets burns too fast.");
  expect(of(statusOf(250), statusOf(25, 25, { burnRates: burning("page") }), statusOf(40, 2_040))).toBe(
    "1 of 3 error budgets is spent. 1 burns too fast. 1 unsure.",
  );
  expect(of(statusOf(25), statusOf(40, 2_040))).toBe("No error budget is known to be spent. 1 unsure.");
});

it("says what to do about an SLO", () => {
  expect(nextStepOf(statusOf(25))).toBeNull();
  expect(nextStepOf(statusOf(25, 25, { burnRates: burning("page") }))).toBe("Fix what is failing now");
  expect(nextStepOf(statusOf(25, 25, { burnRates: burning("ticket") }))).toBe("Find what is spending it");
  expect(nextStepOf(statusOf(250))).toBe("Hold risky changes");
  expect(nextStepOf(statusOf(250, 250, { measuredSeconds: 3_600 }))).toBe("Find what is spending it");
  expect(nextStepOf(statusOf(40, 2_040))).toBe("Make its requests judgeable");
  expect(nextStepOf(statusOf(0, 0, { state: "no-requests" }))).toBe("Check its traffic");
});

it("shows the rate at which a burn rule alerts", () => {
  expect([1, 3.36, 14.4].map(alertsAtText)).toEqual(["1x", "3.36x", "14.4x"]);
});
