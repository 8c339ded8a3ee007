import { expect, it } from "vitest";
import type { FIGURE_SENTENCES } from "../targets/figure-sentences.ts";
import { wordsBy } from "../sentences.ts";
import { CHANGE_SENTENCES } from "./change-sentences.ts";
import type { ChangeReason } from "./change-sentences.ts";

type Code = Exclude<ChangeReason["code"], keyof typeof FIGURE_SENTENCES>;
/** The fields of a reason, and its sentence. */
type Said = { [One in Code]: [Omit<Extract<ChangeReason, { code: One }>, "code">, string] };

const sides = { before: "a", after: "b" };
const leftOut = { before: { seconds: 20, ofSeconds: 620 }, after: { seconds: 300, ofSeconds: 600 } };

const held = {
  of: "users",
  from: 30,
  to: 970,
  metAgainAt: null,
  missedThroughout: false,
} as const;

const ranges = {
  metric: "p50",
  before: { low: 35, high: 40 },
  after: { low: 25, high: 30 },
  ratio: { low: 25 / 40, high: 30 / 35 },
} as const;

const SAID: Said = {
  "ranges-apart": [ranges, "Its range moved from 35–40 ms to 25–30 ms: it is 1.17 to 1.60 times faster."],
  "ranges-overlap": [
    ranges,
    "Only ranges are known, 35–40 ms and 25–30 ms. They overlap, so it may be the same.",
  ],
  "ranges-near": [{}, "The least that it changed by is below 1%."],
  "as-earlier": [{}, "Earlier ones were as far off, so it may be how much they vary."],
  "ranges-other-cause": [
    {},
    "Traffic or what users asked for also changed more than on earlier days, which can cause it.",
  ],
  "beyond-ranges": [{}, "That is beyond all earlier ones."],
  "label-filters": [
    { before: null, after: { only: [], except: ["setup*", "*.png"] } },
    "The other run was uploaded without labels matching “setup*” or “*.png”, so nothing shows whether those got worse.",
  ],
  services: [sides, "Different services: a and b."],
  experiments: [sides, "Different experiments: a and b. Their workloads may differ."],
  "both-simulated": [{}, "Both runs have simulated traffic: their difference says nothing about real users."],
  "one-simulated": [
    { side: "reference" },
    "The reference has simulated traffic, and the one compared with it doesn't.",
  ],
  "days-compared": [
    { days: 6 },
    "Both runs are live traffic. What changed is tested against the same hours of 6 earlier days, so the time of day is controlled for. What users did isn't, nor what else happened.",
  ],
  "not-controlled": [
    { side: "both" },
    "Both runs are live traffic. Load, time of day, weekday and what users did aren't controlled for, so they can cause a difference as well as the service can.",
  ],
  "not-steady": [
    { side: "other" },
    "The other run has no steady phase, so its figures include the warm-up or a changing load.",
  ],
  "left-out-unseen": [
    leftOut,
    "Warm-up and cool-down are much longer in the other run: 5m of 10m, and 20 s of 10m 20s in the reference. What happened then isn't compared.",
  ],
  "left-out-before": [
    { before: leftOut.after, after: leftOut.before },
    "Warm-up and cool-down are much longer in the reference: 5m of 10m, and 20 s of 10m 20s in the other run.",
  ],
  "load-models": [
    { before: "open", after: "closed" },
    "The load model differs: open → closed. A closed model waits for responses and hides part of a stall.",
  ],
  "offered-loads": [
    { before: 1_000, after: 1_200 },
    "The offered load differs: 1,000 → 1,200 req/s (+20.0%).",
  ],
  "ramps-of": [
    { before: "offered-rate", after: "users" },
    "One run raises its request rate, the other its users, so their loads can't be matched.",
  ],
  "one-ramp": [
    { side: "other" },
    "The other run raises its load, and the one compared with it doesn't. Figures of a ramp are of all its loads together, so the two aren't comparable.",
  ],
  "equally-short": [{ before: 0.919, after: 0.923 }, "Both runs achieved 91–93% of the expected requests."],
  "both-short": [
    { before: 0.9, after: 0.8 },
    "Both runs fell short of their expected requests: the reference achieved 90.0%, the other run 80.0%.",
  ],
  "one-short": [
    { side: "other", share: 0.337 },
    "The other run achieved only 33.7% of its expected requests: its load was lower, or it ended early.",
  ],
  generators: [{ before: 4, after: 8 }, "The number of generators differs: 4 → 8."],
  saturated: [{ side: "both" }, "The generator couldn't send the full load in both runs."],
  durations: [
    { before: 600, after: 60 },
    "The compared windows differ in length: 10m in the reference and 1m in the other run.",
  ],
  "first-part": [
    { seconds: 60, ofSeconds: 300 },
    "The other run is short on purpose. It is compared with the first 1m of 5m of the reference.",
  ],
  "label-mixes": [{ apart: 0.6 }, "The label mix differs: 60% of the requests have different labels."],
  "mix-of-plan": [
    { labels: [{ label: "pay", before: 0.6, after: 0.5 }], others: 2 },
    "The plan sent another mix of labels: “pay” 60% → 50% and 2 more. The load is open, so that isn't the service's doing: each label is compared with itself, and the whole run at the reference's mix.",
  ],
  "labels-lost": [
    {
      labels: [
        { label: "pay", share: 0.02, expected: 81.3 },
        { label: "refund", share: 0.01 },
      ],
      others: 2,
    },
    "Requests of the reference are missing from the other run: “pay” (2.0%, about 81 requests), “refund” (1.0%) and 2 more. Nothing shows whether those got worse.",
  ],
  "labels-renamed": [
    { labels: [{ before: "POST /pay", after: "POST /payments" }] },
    "Was “POST /pay” renamed to “POST /payments”? They have about the same share of the requests and the same latencies, but a new name isn't compared with the old one.",
  ],
  environments: [{ before: "staging", after: "prod" }, "The environment differs: staging → prod."],
  tools: [
    { before: "k6", after: "jmeter" },
    "The tool differs: k6 → jmeter. The two may not measure the same way.",
  ],
  "tool-versions": [
    { tool: "k6", before: "1.8.1", after: "1.9.0" },
    "The version of k6 differs: 1.8.1 → 1.9.0.",
  ],
  "both-quoted": [
    {},
    "Both runs have only the tool's own figures and no samples. Their values are compared as reported, so noise can't be told apart from change.",
  ],
  "one-quoted": [
    { side: "other" },
    "The other run has only the tool's own figures and no samples. Its values are compared as reported, so noise can't be told apart from change.",
  ],
  "one-in-buckets": [
    {},
    "The percentiles of one run come from the source's own buckets, so only a range of each is known.",
  ],
  "in-progress": [{ side: "other" }, "The other run is still in progress."],
  incomplete: [{ side: "both" }, "Both runs are incomplete."],
  "not-in-all": [{}, "Not every run has this figure."],
  "nothing-on-a-side": [{}, "On one side, nothing completed."],
  "no-requests": [{}, "No requests completed."],
  "too-few-slices": [
    { needed: 20, slices: 12 },
    "Too short: the noise within a run takes at least 20 slices, and there are 12.",
  ],
  "few-beyond": [
    { beyond: 6, metric: "p99", needed: 10 },
    "Too few requests: 6 beyond p99, and it takes 10.",
  ],
  "few-errors": [{}, "Few errors."],
  "no-time-series": [{}, "There is no time series, so the noise is unknown."],
  "only-totals": [{}, "Only a total for the whole run is available."],
  "no-samples": [{}, "The source has no samples, so the noise is unknown."],
  "same-value": [{}, "Both sides have the same value."],
  "below-relevant": [{}, "The difference is below 1%, so it counts as no change."],
  "rounded-away": [
    {},
    "The runs differ by more than noise, but these figures are rounded too coarsely to show it.",
  ],
  "scatter-unknown": [
    {},
    "The difference exceeds the noise within these runs. How much such runs vary isn't known yet: that takes three runs from before them, or more runs on each side.",
  ],
  "scatter-rough": [
    { earlierRuns: 4 },
    "The difference exceeds the noise within these runs, but only 4 earlier runs show how much such runs vary. Seven or more earlier runs would settle it.",
  ],
  "in-bursts": [
    {},
    "Many more requests failed, but in few bursts, so it can be a single event rather than a change. Another run would tell.",
  ],
  "beyond-noise": [
    {},
    "The difference exceeds both the noise within the runs and the variation between runs.",
  ],
  "errors-by-chance": [{}, "Errors are few, or came in few bursts: a difference like this can be chance."],
  "one-of-many": [
    {},
    "On its own this would count as a change. Among this many figures, it isn't enough evidence of one.",
  ],
  "within-noise": [
    { detectable: 0.08 },
    "Within the noise. Only a change of 8.0% or more would have been detected.",
  ],
  "traffic-varies": [
    {},
    "Live traffic changes with the hour, the day and what users do. How much isn't known yet: that takes three runs of live traffic from earlier days at about the same time of day, or more runs on each side.",
  ],
  "ramp-held": [
    {
      before: { ...held, heldTo: 606, missedAt: 634 },
      after: { ...held, heldTo: 473, missedAt: 501 },
    },
    "Held to 606 users (broke at 634) before, to 473 users (broke at 501) now.",
  ],
  "ramp-knee": [
    {
      load: "users",
      before: { load: 585.6, low: 565, high: 606 },
      after: { load: 480, low: 473, high: 501 },
    },
    "586 users (565–606) before, 480 users (473–501) now.",
  ],
  "ramp-nothing": [{}, "Neither a target nor the knee of both runs can be compared."],
  "by-load": [{}, "Both runs raise their load, so they are compared load by load, not as a whole."],
  "load-of-users": [{}, "Users sent this load, so a difference isn't one of the service."],
  "load-of-plan": [{}, "The load is open, so the plan set this, not the service."],
  "at-mix": [
    { metric: "p50", own: 141 },
    "This is at the reference's mix of labels. At its own mix, the other run has 141 ms.",
  ],
  "mix-unknown": [
    {},
    "The plan sent another mix of labels, and what this would be at the reference's mix isn't known. Each label is compared with itself.",
  ],
  usually: [
    { metric: "p99", days: 6, low: 0.97, high: 1.081 },
    "On 6 earlier days at the same hours it changed by −3.0% to +8.1%.",
  ],
  "unusual-load": [
    {},
    "Users sent this load, so they may have caused this. A service that was away or turned users away looks the same.",
  ],
  "usual-detectable": [{ detectable: 0.12 }, "Only 12% more or less than usual would have been detected."],
  "unusually-still": [{}, "This time it didn't, and that is more than chance."],
  "other-cause": [
    { cause: "more" },
    "This is more, but traffic also grew more than on those days, which can cause it.",
  ],
  "beyond-usual": [{}, "This is more than the time of day and chance explain."],
};

it("what could hide a large change is too noisy to tell", () => {
  expect(wordsBy(CHANGE_SENTENCES, [{ code: "within-noise", detectable: 0.84 }])).toBe(
    "Too noisy to tell. Only a change of 84% or more would have been detected.",
  );
});

it.each(Object.entries(SAID))("the sentence of %s", (code, [fields, words]) => {
  const stored = JSON.parse(JSON.stringify({ code, ...fields })) as ChangeReason;
  expect(wordsBy(CHANGE_SENTENCES, [stored])).toBe(words);
});
