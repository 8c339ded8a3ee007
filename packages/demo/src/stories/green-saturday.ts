import { formatCount } from "@headroom/core/format";
import { LIVE_SERVICE } from "../live/live-service.ts";
import { greenSaturday, GREEN_SATURDAY_TALK } from "../published/green-saturday.ts";
import { parts } from "./story.ts";
import type { Story, StoryFigure } from "./story.ts";

function figure(
  name: keyof typeof greenSaturday,
  what: string,
  text: (value: number) => string,
): StoryFigure {
  const { value, quote } = greenSaturday[name];
  return { text: text(value), what, quote };
}

const percent = (value: number) => `${value}%`;
const millis = (value: number) => `${value} ms`;
const times = (value: number) => `${value}x`;

const figures = {
  minute: figure("minuteRequests", "At the peak, in a minute", (value) => `${formatCount(value)} requests`),
  discovery: figure("discoveryPercent", "Of them, through the Discovery API", percent),
  location: figure("locationPercent", "Of them, for locations", percent),
  cached: figure("cacheHitPercent", "Answered from the cache", percent),
  cachedRequests: figure(
    "cachedRequests",
    "Requests from the cache",
    (value) => `${formatCount(value)} requests`,
  ),
  usual: figure("timesUsualSaturday", "Of a typical Saturday", times),
  mean: figure("meanMillis", "Mean latency at the peak", millis),
  below: figure("belowMillis", "Mean latency stayed below", millis),
  uptime: figure("uptimePercent", "Uptime", percent),
  year: figure("timesYearBefore", "Of a year before", times),
  before: figure("locationBeforeMillis", "Location route, before the change", millis),
  after: figure("locationAfterMillis", "Location route, after the change", millis),
};

const LOCATION = "Location route at its peak";

export const greenSaturdayStory: Story = {
  slug: "green-saturday",
  title: "Green Saturday",
  question: "What does a peak look like, live?",
  lead: "The busiest day of the year, while it happens.",
  rest: "What happened at its peak is published, and the day around it is simulated.",
  source: GREEN_SATURDAY_TALK,
  service: "Green Saturday gateway",
  steps: [
    {
      title: "Watch the day",
      parts: parts`The busiest minute has ${figures.minute}. It comes a few minutes after the demo starts, and traffic climbs to it while you look. Last year's day is drawn under it, with its busiest minute at the same place, and ${figures.year} of it as a band: what the year was expected to bring.`,
      link: {
        label: "Open the peak day",
        to: { kind: "peak-day", service: LIVE_SERVICE, spot: "Throughput" },
      },
    },
    {
      title: "See what the requests are",
      parts: parts`${figures.discovery} go through the Discovery API, and ${figures.location} ask for locations: the table of labels counts them as they arrive. ${figures.cached} of what the Discovery API answers comes from its cache, which is a gauge beside the load.`,
      link: {
        label: "Open the service",
        to: { kind: "address", href: "/services/green-saturday-gateway-simulated", spot: "Labels" },
      },
    },
    {
      title: "Compare a change",
      parts: parts`Before the day, one change to an index took the location route from ${figures.before} to ${figures.after}. Both are summaries, as published: no percentiles, no verdict beyond what is stated.`,
      link: {
        label: "Open the location route",
        to: { kind: "experiment", experiment: LOCATION },
      },
    },
    {
      title: "Read the day afterwards",
      parts: parts`At its peak, the day took ${figures.mean} on average, with an uptime of ${figures.uptime} and ${figures.usual} the traffic of a typical Saturday. The published minute is a run of its own, so that it can't be taken for the simulated one.`,
      link: {
        label: "Open the published peak",
        to: { kind: "latest-run", experiment: "Green Saturday, the peak" },
      },
    },
    {
      title: "Ask whether it was safe",
      parts: parts`No load test of this service is published, so nothing is proven. The readiness report says so, and what would change it.`,
      link: {
        label: "Open the readiness report",
        to: { kind: "readiness", service: LIVE_SERVICE },
      },
    },
  ],
  published: Object.values(figures),
  simulated:
    "Everything of “Green Saturday gateway (simulated)” is made up around them, and every page of it says so. The simulator stops after an hour.",
};
