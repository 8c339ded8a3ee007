import { formatCount, formatFigure } from "@headroom/core/format";
import type { Published } from "../published/published.ts";
import {
  ARTICLE,
  publishedCached,
  publishedExperiments,
  publishedPeak,
  publishedResults,
  publishedWorkload,
} from "../published/recommendation-service.ts";
import type { PublishedResult } from "../published/recommendation-service.ts";
import { parts } from "./story.ts";
import type { Story, StoryFigure } from "./story.ts";

const SERVICE = "Recommendation service";
const REAL = "Bigtable >200k distinct";
const CAMPAIGN = "Bigtable campaign";
const ROUNDS = { 1: "before the fix", 2: "after the fix" } as const;

const rate = ({ value, quote }: Published<number>, what: string): StoryFigure => ({
  text: `${formatFigure(value)} req/s`,
  what: `Throughput, ${what}`,
  quote,
});
const millis = ({ value, quote }: Published<number>, what: string): StoryFigure => ({
  text: `${formatCount(value)} ms`,
  what: `p99, ${what}`,
  quote,
});

const results = publishedResults.map(({ experiment, round, requestsPerSecond, p99Millis }) => {
  const what = `${experiment}, ${ROUNDS[round]}`;
  return { experiment, round, rate: rate(requestsPerSecond, what), p99: millis(p99Millis, what) };
});

const [rateTarget = "", p99Target = ""] = publishedWorkload.targets.value;
const goal = {
  rate: rate(
    { value: targetOf(rateTarget), quote: publishedWorkload.targets.quote },
    "at least, as a target",
  ),
  p99: millis({ value: targetOf(p99Target), quote: publishedWorkload.targets.quote }, "at most, as a target"),
};
const cached = {
  rate: rate(publishedCached.requestsPerSecond, "the best of the cached experiments"),
  p99: millis(publishedCached.p99Millis, "the best of the cached experiments"),
};
const peak = {
  hour: {
    text: `${publishedPeak.hourRequests.value / 1e6}M requests`,
    what: "In the busiest hour of the peak",
    quote: publishedPeak.hourRequests.quote,
  },
  rate: rate(publishedPeak.requestsPerSecond, "the average of that hour"),
  p99: millis(publishedPeak.p99Millis, "in that hour"),
  increase: {
    text: `${publishedPeak.increasePercent.value}%`,
    what: "More than in a regular week",
    quote: publishedPeak.increasePercent.quote,
  },
};
const workload: StoryFigure[] = [
  {
    text: `${publishedWorkload.durationSeconds.value / 60} minutes`,
    what: "Duration of an experiment",
    quote: publishedWorkload.durationSeconds.quote,
  },
  {
    text: `${publishedWorkload.generators.value} load testers`,
    what: "Generators of an experiment",
    quote: publishedWorkload.generators.quote,
  },
  ...publishedExperiments.flatMap(({ name, distinctRequests }) =>
    distinctRequests === null
      ? []
      : [
          {
            text: `${formatCount(distinctRequests.value)} distinct`,
            what: `Requests of ${name}`,
            quote: distinctRequests.quote,
          },
        ],
  ),
];

const before = resultOf(REAL, 1);
const after = resultOf(REAL, 2);

export const recommendationStory: Story = {
  slug: "recommendation-service",
  title: "Recommendation service",
  question: "Ready for Black Friday?",
  lead: "Two rounds of load tests, one fix between them, and a miss that the team accepted.",
  rest: "Every figure is the article's own.",
  source: ARTICLE,
  service: SERVICE,
  steps: [
    {
      title: "Say what to expect",
      parts: parts`Eight experiments, each with its requests, duration, generators and targets: at least ${goal.rate} with a p99 of at most ${goal.p99}. One of them represents the peak.`,
      link: {
        label: "Open the experiments",
        to: { kind: "address", href: "/services/recommendation-service", spot: "Experiments" },
      },
    },
    {
      title: "Rehearse on gamedays",
      parts: parts`Each round was run on gamedays: one engineer ran the load and collected the results, the others watched. The plan has the experiments with their targets, and the run sheet what each run showed.`,
      link: { label: "Open the gamedays", to: { kind: "address", href: "/gamedays" } },
    },
    {
      title: "Find what doesn't hold",
      parts: parts`The simple experiments held. The one that is close to reality did not: ${before.rate} at a p99 of ${before.p99}. Its page has both rounds, the targets and the verdicts.`,
      link: { label: `Open ${REAL}`, to: { kind: "experiment", experiment: REAL, spot: "Runs" } },
    },
    {
      title: "Compare before and after",
      parts: parts`A cache and more memory took it to ${after.rate} at ${after.p99}, and the replay of a real campaign from ${resultOf(CAMPAIGN, 1).rate} to ${resultOf(CAMPAIGN, 2).rate}. What the article doesn't say stays empty: the other experiments have no second round. Percentiles are as quoted, so they have the lowest grade and no interval.`,
      link: {
        label: "Open the two rounds",
        to: {
          kind: "address",
          href: "/comparisons/rounds?service=recommendation-service&key=round&before=1&after=2",
          spot: "Evidence",
        },
      },
    },
    {
      title: "Decide, and write down why",
      parts: parts`After the fix, p99 still misses its target. The team accepted that, because the measured throughput is far above the peak. The readiness report has the headroom, the accepted risk and its reason, and names what else is in the way: the tests didn't run on production.`,
      link: {
        label: "Open the readiness report",
        to: { kind: "readiness", service: SERVICE, spot: "Accepted risks" },
      },
    },
    {
      title: "Face the peak",
      parts: parts`At the real peak, ${peak.hour} arrived in an hour, on average ${peak.rate}, with a p99 of ${peak.p99}. In the demo, the day is still ahead: its dates are moved, and that hour is what is expected.`,
      link: { label: "Open the peak day", to: { kind: "peak-day", service: SERVICE } },
    },
  ],
  published: [
    goal.rate,
    goal.p99,
    ...workload,
    ...results.flatMap((result) => [result.rate, result.p99]),
    cached.rate,
    cached.p99,
    peak.hour,
    peak.rate,
    peak.p99,
    peak.increase,
  ],
  simulated: null,
};

function resultOf(experiment: string, round: PublishedResult["round"]) {
  const found = results.find((one) => one.experiment === experiment && one.round === round);
  if (found === undefined) throw new Error(`${experiment} has no result of round ${round}.`);
  return found;
}

function targetOf(text: string): number {
  return Number(/(\d+)/.exec(text.replace(/^p\d+/, ""))?.[1]);
}
