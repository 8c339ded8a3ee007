import { describe, expect, it } from "vitest";
import type { Trend, TrendChange, TrendRun } from "@headroom/services";
import { prepareTrend } from "./prepare-trend.ts";
import { readTrendQuery } from "./search-params.ts";
import { trendChartInput } from "./trend-chart-input.ts";

const query = readTrendQuery({});

const runs = (values: readonly (number | null)[]): TrendRun[] =>
  values.map((value, at) => ({
    id: `id-${at + 1}`,
    number: at + 1,
    at: new Date(Date.UTC(2026, 0, at + 1)),
    value,
    range: null,
    commit: "c0ffee",
    branch: "main",
    environment: null,
    version: `1.${at}`,
    verdict: "met" as const,
    outcome: "holds" as const,
    status: "finished" as const,
    tool: "k6",
    errorsBy: null,
    isOfOtherBranch: false,
    otherLoad: false,
    setAside: null,
  }));

const change = (more: Partial<TrendChange> = {}): TrendChange => ({
  runId: "id-5",
  runNumber: 5,
  earliestRun: 4,
  latestRun: 5,
  direction: "rise" as const,
  before: 210,
  after: 236,
  drift: null,
  accepted: null,
  found: true,
  ...more,
});

const trend = (more: Partial<Trend> = {}): Trend => ({
  experiment: { id: "e", slug: "mix", name: "Mix" },
  service: { id: "s", slug: "shop", name: "Shop" },
  runs: runs([210, 210, 211, 209, 236, 236, null, 235, 236, 236]),
  runsTotal: 10,
  older: false,
  unplaced: 0,
  branches: [],
  environments: [],
  currencies: [],
  targets: [],
  baseline: null,
  changes: [],
  searched: 9,
  liveRuns: 0,
  ...more,
});

const drifting = (lastRunId: string, more: Partial<TrendChange> = {}): TrendChange => {
  const last = Number(lastRunId.slice(3));
  return change({
    runId: "id-1",
    runNumber: 1,
    earliestRun: 1,
    latestRun: 1,
    drift: { lastRunId, lastRunNumber: last, runs: last },
    ...more,
  });
};

const accepted = { noteId: "a", reason: "the new index", by: "Ada", at: new Date(0), run: null };
const sentence = (given: Trend, of = query) => {
  const { lead, rest } = prepareTrend(given, of).sentence;
  return `${lead} ${rest}`.replaceAll("\u00a0", " ");
};

describe("the sentence", () => {
  it.each([
    [trend({ runsTotal: 0, runs: [] }), "No complete runs yet. The first one starts the trend."],
    [
      trend({ runs: runs([null, null]) }),
      "None of these runs has a value for p99. Choose another metric or other runs.",
    ],
    [
      trend({ runs: runs([210, 212]), searched: 0 }),
      "Latest p99: 212 ms. Detecting changes takes at least 8 runs, and there are 2.",
    ],
    [
      trend({
        runs: runs(Array.from({ length: 9 }, () => 210)).map((run, at) => ({
          ...run,
          isOfOtherBranch: at < 3,
        })),
        searched: 0,
      }),
      "Latest p99: 210 ms. Detecting changes takes at least 8 runs that count, and there are 6.",
    ],
    [
      trend({ runs: runs(Array.from({ length: 9 }, () => 210)), searched: 0 }),
      "Latest p99: 210 ms. Detecting changes takes at least 8 runs that can be compared with each other.",
    ],
    [trend(), "No detectable change in p99 across 9 runs. Latest: 236 ms."],
    [
      trend({ changes: [change()] }),
      "p99 rose by 12% at run 5, from 210 ms to 236 ms. One change in 9 runs, not accepted yet.",
    ],
    [
      trend({ changes: [change({ accepted })] }),
      "p99 has stayed at about 236 ms since run 5. One change in 9 runs, accepted.",
    ],
    [
      trend({
        changes: [change({ accepted }), change({ runNumber: 8, direction: "fall", before: 236, after: 220 })],
      }),
      "p99 fell by 6.8% at run 8, from 236 ms to 220 ms. 2 changes in 9 runs, 1 not accepted yet.",
    ],
    [
      trend({ changes: [drifting("id-10")] }),
      "p99 has risen little by little by 12% over 10 runs, from 210 ms to 236 ms. One change in 9 runs, not accepted yet.",
    ],
    [
      trend({ changes: [drifting("id-6")] }),
      "p99 rose little by little by 12% over 6 runs until run 6, from 210 ms to 236 ms. One change in 9 runs, not accepted yet.",
    ],
    [
      trend({ changes: [drifting("id-10", { accepted })] }),
      "p99 has risen little by little by 12% over 10 runs, from 210 ms to 236 ms. One change in 9 runs, accepted.",
    ],
    [
      trend({ changes: [drifting("id-6", { accepted })] }),
      "p99 has stayed at about 236 ms since run 6. One change in 9 runs, accepted.",
    ],
  ])("%#", (given, words) => expect(sentence(given)).toBe(words));

  it("names the label, shortened", () => {
    const words = sentence(trend(), { ...query, label: "GET /".padEnd(300, "x") });
    expect(words).toMatch(/^No detectable change in p99 of GET \/x+… across/);
    expect(words.length).toBeLessThan(140);
  });
});

describe("values that aren't exactly known", () => {
  const [first, second, ...more] = runs([210, 212, 211]);
  const of = (changed: Partial<TrendRun>, metric = query.metric) =>
    prepareTrend(trend({ runs: [first, second, { ...more[0], ...changed }] as TrendRun[], searched: 0 }), {
      ...query,
      metric,
    });

  it("are ranges in the sentence and the table, and gaps on the chart", () => {
    const model = of({ value: null, range: { low: 100, high: 103 } });
    expect(`${model.sentence.lead} ${model.sentence.rest}`.replaceAll("\u00a0", " ")).toBe(
      "Latest p99: 100–103 ms. Detecting changes takes at least 8 runs with an exact value, and there are 2.",
    );
    expect(model.points.at(-1)).toMatchObject({ value: null, range: { low: 100, high: 103 } });
    expect(model.notes).toEqual([
      "1 run has only a range for p99: the table lists it, and the chart shows a gap.",
    ]);
  });

  it("are lower bounds of the error rate, drawn and noted as such", () => {
    const model = of({ value: 0.01, range: { low: 0.01, high: null } }, "error-rate");
    expect(model.sentence.lead.replaceAll("\u00a0", " ")).toBe("Latest error rate: ≥ 1.00%.");
    expect(model.notes).toEqual([
      "1 run doesn't report every failed request. Its error rate is a lower bound and isn't checked for changes.",
    ]);
  });

  it("don't count as runs without a change", () => {
    const bounds = runs(Array.from({ length: 20 }, () => 0.01)).map((run, at) => ({
      ...run,
      range: at < 12 ? { low: 0.01, high: null } : null,
    }));
    const { lead } = prepareTrend(trend({ runs: bounds, searched: 8 }), {
      ...query,
      metric: "error-rate",
    }).sentence;
    expect(lead).toBe("No detectable change in error rate across 8 runs.");
  });
});

describe("changes", () => {
  it("are good or bad depending on the metric, latest first", () => {
    const changes = [
      change(),
      change({ runId: "id-8", runNumber: 8, direction: "fall", earliestRun: 8, latestRun: 8 }),
    ];
    const rows = prepareTrend(trend({ changes }), query).changes;
    expect(rows.map(({ runNumber, state, between }) => [runNumber, state, between])).toEqual([
      [8, "improved", null],
      [5, "regressed", "somewhere between run 4 and run 5"],
    ]);
    expect(prepareTrend(trend({ changes }), { ...query, metric: "throughput" }).changes[1]?.state).toBe(
      "improved",
    );
  });

  it("of a drift say over how many runs, and are a line on the chart", () => {
    const model = prepareTrend(trend({ changes: [drifting("id-10")] }), query);
    expect(model.changes[0]).toMatchObject({
      changeText: "+12% over 10 runs",
      between: "drifts until run 10",
    });
    expect(trendChartInput(model, query, "UTC").changes).toEqual([
      {
        runKey: "id-1",
        text: "+12% over 10 runs",
        tone: "worse",
        drift: { lastKey: "id-10", from: 210, to: 236 },
      },
    ]);
  });

  it("from nothing have no percentage", () => {
    const { changes } = prepareTrend(trend({ changes: [change({ before: 0, after: 0.01 })] }), {
      ...query,
      metric: "error-rate",
    });
    expect(changes[0]).toMatchObject({ changeText: "from zero", afterText: "1.00%" });
  });
});

it("says what isn't shown", () => {
  const { notes } = prepareTrend(trend({ older: true, runsTotal: 4_000, unplaced: 1 }), {
    ...query,
    axis: "version",
  });
  expect(notes).toEqual([
    "The newest 10 of 4,000 runs are shown.",
    "1 run without a version is left out.",
    "1 run has no p99 and shows as a gap.",
  ]);
});

it("the chart has gaps, targets in words, and error rates in percent", () => {
  const given = trend({
    targets: [{ text: "error rate <= 0.1%", value: 0.001 }],
    baseline: { runId: "id-2", number: 2, value: 0.002 },
    changes: [change({ accepted })],
    runs: runs([0.001, null]),
  });
  const of = { ...query, metric: "error-rate" as const, axis: "version" as const };
  const input = trendChartInput(prepareTrend(given, of), of, "UTC");
  expect(input).toMatchObject({
    axis: "order",
    scale: "linear",
    unit: "%",
    field: "error_rate_percent",
    runs: [{ name: "run 1", value: 0.1, group: "1.0" }, { value: null }],
    targets: [{ value: 0.1, text: "target error rate ≤ 0.1%" }],
    baseline: { value: 0.2, text: "baseline, run 2" },
    changes: [{ runKey: "id-5", text: "+12%: the new index", tone: "accepted" }],
  });
});

describe("runs saved from live traffic", () => {
  const live = { liveRuns: 10, searched: 0 };
  const of = (given: Partial<Trend>, metric = query.metric) => {
    const { sentence: words, notes } = prepareTrend(trend(given), { ...query, metric });
    return { sentence: `${words.lead} ${words.rest}`.replaceAll("\u00a0", " "), notes };
  };

  it("aren't said to have no change where none were searched for", () => {
    expect(of(live).sentence).toBe(
      "Latest p99: 236 ms. Detecting changes in live traffic takes at least 8 runs of about the same time of day.",
    );
    expect(of(live, "throughput").sentence).toContain("it is what users sent");
    expect(of({ ...live, searched: 8 }).sentence).toBe(
      "No detectable change in p99 across the 8 of 9 runs that can be compared. Latest: 236 ms.",
    );
  });

  it("are explained beside the chart", () => {
    expect(of(live).notes.join(" ")).toContain(
      "10 runs were saved from live traffic: changes are searched for",
    );
    expect(of({ ...live, liveRuns: 1 }, "throughput").notes.join(" ")).toContain("1 run was saved");
    expect(of({}).notes.join(" ")).not.toContain("live traffic");
  });
});

describe("costs", () => {
  const of = readTrendQuery({ metric: "cost", label: "GET /search" });

  it("are in the currency of the newest price, and runs in another are gaps", () => {
    const given = trend({ runs: runs([0.2, 0.21, null]), currencies: ["USD", "EUR"], searched: 0 });
    expect(sentence(given, of)).toMatch(/^Latest cost of 1M requests: \$0\.210\. /);
    expect(prepareTrend(given, of).notes).toEqual([
      "Costs are in USD. Runs with a price in EUR show as gaps.",
      "1 run has no cost of 1M requests and shows as a gap.",
    ]);
    expect(trendChartInput(prepareTrend(given, of), of, "UTC")).toMatchObject({
      field: "cost_usd",
      scale: "linear",
      name: "cost of 1M requests",
      unit: "",
    });
    expect(trendChartInput(prepareTrend(given, of), of, "UTC").show(0.2)).toBe("$0.200");
  });

  it("are of all requests, whatever label the address has", () => expect(of.label).toBeNull());

  it("are better when they fall", () => {
    const given = trend({
      runs: runs([2, 2, 2, 2, 1, 1]),
      currencies: ["USD"],
      changes: [change({ direction: "fall", before: 2, after: 1 })],
    });
    expect(prepareTrend(given, of).changes[0]).toMatchObject({ state: "improved", beforeText: "$2.00" });
  });
});

it("says from which run on errors are counted by something else", () => {
  const given = trend();
  const counted = (...by: (TrendRun["errorsBy"] | undefined)[]) => {
    const of = given.runs.map((run, at) => ({ ...run, errorsBy: by[at] ?? null }));
    return prepareTrend({ ...given, runs: of }, { ...query, metric: "error-rate" }).notes.filter((note) =>
      note.includes("counted by"),
    );
  };
  expect(counted("tool", null, "tool", null, "code", "code")).toEqual([
    "From run 5 on, errors are counted by status code, too. Changes are searched for only among runs that are counted like the last one.",
  ]);
  expect(counted(null, "code", "code")).toEqual([]);
  expect(counted()).toEqual([]);
});

describe("the levels around a change", () => {
  const levels = (given: Trend) => prepareTrend(given, query).changes.map((one) => one.levels);

  it("are all runs between the steps that count, the nearest first", () => {
    const given = trend({ changes: [change(), change({ runId: "id-9", runNumber: 9, direction: "fall" })] });
    const [second, first] = levels(given);
    expect(first).toEqual({
      before: { ids: ["id-4", "id-3", "id-2", "id-1"], total: 4, from: 1, to: 4 },
      // The seventh run has no value.
      after: { ids: ["id-5", "id-6", "id-8"], total: 3, from: 5, to: 8 },
    });
    expect(second?.before.ids).toEqual(["id-8", "id-6", "id-5"]);
  });

  it("have no runs that are set aside, of another branch or under another load", () => {
    const marked = runs([210, 210, 211, 209, 236, 236, 236]).map((run, at) => ({
      ...run,
      setAside: at === 1 ? { reason: "noise", at: new Date(0).toISOString() } : null,
      isOfOtherBranch: at === 2,
      otherLoad: at === 5,
    }));
    const given = trend({ runs: marked, changes: [change()] });
    const [only] = levels(given);
    expect(prepareTrend(given, query).sentence.rest).toContain("One change in 6 runs");
    expect(only?.before.ids).toEqual(["id-4", "id-1"]);
    expect(only?.after.ids).toEqual(["id-5", "id-7"]);
  });

  it("are limited to the runs that one side can pool; a drift or a note without a change has no levels", () => {
    const many = runs(Array.from({ length: 60 }, (_, at) => (at < 55 ? 210 : 236)));
    const step = change({ runId: "id-56", runNumber: 56 });
    const [only] = levels(trend({ runs: many, changes: [step] }));
    expect(only?.before).toMatchObject({ total: 55, from: 16, to: 55 });
    expect(only?.before.ids).toHaveLength(40);
    expect(levels(trend({ changes: [drifting("id-10")] }))).toEqual([null]);
    expect(levels(trend({ changes: [change({ found: false })] }))).toEqual([null]);
  });
});
