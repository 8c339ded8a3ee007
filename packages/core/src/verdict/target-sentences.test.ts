import { expect, it } from "vitest";
import { wordsBy } from "../sentences.ts";
import { doubtReasons, TARGET_SENTENCES } from "./target-sentences.ts";
import type { TargetReason } from "./target-sentences.ts";

type Code = TargetReason["code"];
/** The fields of a reason, and its sentence. */
type Said = { [One in Code]: [Omit<Extract<TargetReason, { code: One }>, "code">, string] };

const amount = { value: 140.2, low: 0, high: null, unit: "ms" };
const counted = { confidence: 0.99, requests: 1_200, counted: 104.4, ofErrors: false };
const from = "2026-11-21T12:00:20.000Z";
const to = "2026-11-21T12:01:00.000Z";

const SAID: Said = {
  given: [{ words: "As it was stored." }, "As it was stored."],
  uncounted: [{}, "The source doesn't report how many requests there were."],
  "no-length": [{}, "The judged window has no length, so there is no throughput."],
  "errors-unreported": [{}, "The source doesn't report which requests failed."],
  "no-errors": [
    { requests: 4_000, below: 0.075 },
    "No errors in 4,000 requests: the true rate is below 0.075% with 95% confidence.",
  ],
  "no-expected-requests": [{}, "The experiment doesn't define how many requests to expect."],
  "no-gauge": [{ gauge: "cpu" }, "The run has no gauge “cpu”."],
  "empty-gauge": [{ gauge: "cpu" }, "The gauge “cpu” has no values in the judged window."],
  "gauge-gaps": [
    { gauge: "cpu", percent: 16 },
    "The gauge “cpu” has values for only 16% of the judged window.",
  ],
  "gauge-unit": [
    { gauge: "cpu", unit: "", asked: "%" },
    "The gauge “cpu” has no unit, but the target is in %.",
  ],
  "nothing-completed": [{}, "No requests completed in the judged window."],
  "tools-own": [{}, "This is the tool's own figure."],
  buckets: [{}, "The source reports buckets, so only a range is known."],
  unmergeable: [{}, "It comes from parts that can't be merged, so only a range is known."],
  around: [{ percent: 99.9 }, "The source doesn't report p99.9, only values around it."],
  extremes: [{}, "Only a range is known: from the fastest request to the slowest."],
  unreported: [{}, "The source doesn't report this figure."],
  figure: [
    {
      target: 'p99 of "GET /" <= baseline + 10%',
      successful: true,
      value: null,
      low: 100,
      high: 120,
      threshold: 110,
      unit: "ms",
    },
    "p99 of successful requests of “GET /” is between 100 ms and 120 ms; the target is 110 ms (from the baseline).",
  ],
  drifts: [
    { from: { ...amount, value: 138 }, to: amount, seconds: 43_200 },
    "It drifts up, from about 138 ms to 140.2 ms in 12h.",
  ],
  steps: [
    { from: { ...amount, value: 138 }, to: amount, afterSeconds: 42_300 },
    "It went from about 138 ms to about 140.2 ms after 11h 45m, and stayed there.",
  ],
  "steps-across": [
    {},
    "Only one of these two levels meets the target. Set the steady phase manually to choose which part counts.",
  ],
  "drifts-there": [
    {},
    "If it goes on like this for as long again, it is beyond the target. A run twice as long would show it.",
  ],
  "slowest-near": [
    { ...amount, requests: 300 },
    "The slowest of 300 requests took only 140.2 ms, so each counts as independent.",
  ],
  "as-measured": [{}, "Judged as measured, leaving chance aside."],
  "zero-as-measured": [{}, "A target of 0% is judged as measured: no number of requests could prove it."],
  "with-failures": [amount, "With failed requests included, it is 140.2 ms."],
  "without-failures": [
    { ...amount, value: null, low: 20 },
    "Failed requests cause this: without them, it is at least 20 ms.",
  ],
  "all-failed": [{}, "Every request failed, so nothing met this target."],
  "clock-gap": [{}, "Its times jump ahead, so it isn't known how long it took."],
  "errors-at-least": [
    {},
    "The source doesn't report every failed request, so the true error rate may be higher.",
  ],
  "within-bound": [
    {},
    "The target is within the error bound of this figure. A result further from the target would settle it.",
  ],
  "by-chance": [
    { ...counted, end: "high", figure: amount },
    "By chance, the true figure may be as high as 140.2 ms (99% confidence), because slow requests came together, so that 1,200 requests count as about 100.",
  ],
  "too-few-to-show": [
    { ...counted, counted: null },
    "Too few requests: 1,200 requests can't show it with 99% confidence.",
  ],
  "settled-by": [
    { requests: 5_000, seconds: 120 },
    "About 5,000 requests (2m at this rate) would settle it.",
  ],
  "too-close": [{}, "It is too close to the target for a run of reasonable length to settle it."],
  "too-few-seen": [
    { statistic: "mean", needed: 30, requests: 12 },
    "Too few requests: a mean needs at least 30, and the window has 12. A longer run would settle it.",
  ],
  "too-few-beyond": [
    { percent: 99, beyond: 1, requests: 100 },
    "Too few requests: only 1 of 100 is beyond p99, so this may be chance. A longer run would settle it.",
  ],
  "uncounted-quote": [{}, "The source doesn't report how many requests there were, so this may be chance."],
  "no-steady-phase": [
    { phase: { code: "users-trend", change: 1.6 } },
    "The run has no steady phase (users rise by 160% of their mean). Give the target a load, for example “at 600 users”.",
  ],
  held: [
    {
      of: "users",
      from: 50,
      to: 1_000,
      heldTo: 590,
      missedAt: 700,
      metAgainAt: null,
      missedThroughout: false,
    },
    "Held to 590 users, broke at 700.",
  ],
  "rests-on-codes": [
    { requests: 1_033 },
    "It counts 1,033 answers with a 5xx code as successful, because the tool called them that.",
  ],
  "which-load": [
    { users: 590 },
    "The target doesn't say which load it is for. Give it one, for example “at 590 users”.",
  ],
  "sent-by-users": [
    {},
    "Users sent this load, so the service may never have been asked for more. A load test would settle it.",
  ],
  silent: [{}, "The service reported nothing for part of the time, so its throughput may have been higher."],
  "load-not-offered": [
    {},
    "The generator didn't offer the full load, so this may look better than it is. A run at full load would settle it.",
  ],
  "load-too-low": [
    { achieved: 90.4 },
    "Only 90.4% of the expected requests completed, so the load was too low to tell. A run at full load would settle it.",
  ],
  "at-part-of-load": [
    { throughput: 120_835, achieved: 37.7 },
    "Met at 120,835 req/s, 37.7% of the planned load.",
  ],
  "never-asked": [
    {},
    "The generator didn't offer the full load, so the service was never asked for more. A run at full load would settle it.",
  ],
  stalled: [
    {
      requests: 1_234,
      seconds: 20,
      stalls: 2,
      metric: { kind: "percentile", percent: 99 },
      value: 812.3,
      unit: "ms",
    },
    "About 1,200 requests were never sent in 2 stalls of 20 s in total. With them, p99 would be about 810 ms. If the pause was planned, judge the target “as measured”.",
  ],
  "whole-judged": [{}, "The figures are of the whole run, including any warm-up."],
  "nothing-succeeded": [
    { from, to, others: 2 },
    "No request succeeded for 40 s, from 12:00:20 to 12:01:00 UTC, and 2 times more for a shorter time.",
  ],
  "users-not-shown": [
    { users: 1 },
    "The run doesn't show when 1 user was active: it has no gauge that counts users, or never reached that many for a whole step.",
  ],
  "no-label": [{ label: "GET /" }, "The label “GET /” is not in this run."],
  "label-total": [{ label: "GET /" }, "The label “GET /” has only a total for the whole run."],
  "label-outside": [
    { label: "GET /", stepSeconds: 60 },
    "The label “GET /” only has 60 s steps, and none of them is inside the steady phase.",
  ],
  "label-partly": [
    { label: "GET /", stepSeconds: 60, covered: 0.404 },
    "The label “GET /” only has 60 s steps, which cover 40% of the steady phase.",
  ],
  "no-baseline": [{}, "No baseline yet. The target applies once the experiment has one."],
  "baseline-receiving": [
    {},
    "The baseline run is in progress again. This target is judged as soon as it has finished.",
  ],
  "baseline-range": [{}, "For the baseline, only a range of this figure is known."],
  "in-baseline": [{}, "In the baseline:"],
  "server-only": [{ about: "gauge" }, "It is about a gauge, so only a server can judge it."],
  averaged: [
    { runs: 3, settled: false },
    "This is the average of 3 runs of the same commit, and not yet enough to settle it, as a commit that is run repeatedly takes more to settle.",
  ],
  "not-shown-by": [{ number: 7 }, "Run #7 of the same commit didn't show it."],
};

it.each(Object.entries(SAID))("the sentence of %s", (code, [fields, words]) => {
  const stored = JSON.parse(JSON.stringify({ code, ...fields })) as TargetReason;
  expect(wordsBy(TARGET_SENTENCES, [stored])).toBe(words);
});

it("a doubt leaves out what is known of the figure, unless there is nothing else", () => {
  const note = { code: "buckets" } as const;
  const bound = { code: "within-bound" } as const;
  expect(doubtReasons([bound, note, { code: "whole-judged" }])).toEqual([bound]);
  expect(doubtReasons([note])).toEqual([note]);
});

it.each([
  ["throughput >= 980/s", 999.96, "Throughput is 1,000 req/s, 20 req/s above the target of 980 req/s."],
  ["throughput >= 980/s", 999.5, "Throughput is 999.5 req/s, 19.5 req/s above the target of 980 req/s."],
  ["p99 <= 1050 ms", 999.96, "p99 is 1,000 ms, 50 ms below the target of 1,050 ms."],
  ["mean <= 900 ms", 999.6, "Mean latency is 1,000 ms, 100 ms above the target of 900 ms."],
  ["p99 <= 1050 ms", 999.4, "p99 is 999 ms, 51 ms below the target of 1,050 ms."],
])("says how far apart two figures are as they read: %s, %d", (target, value, sentence) => {
  const [, threshold = 0, unit = ""] = /= ([\d.]+) ?(\S+)/.exec(target) ?? [];
  const figure = { target, successful: false, value, low: value, high: value };
  expect(wordsBy(TARGET_SENTENCES, [{ code: "figure", ...figure, threshold: Number(threshold), unit }])).toBe(
    sentence,
  );
});
