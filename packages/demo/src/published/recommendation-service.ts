import { from } from "./published.ts";
import type { Published } from "./published.ts";

/*
 * Everything that the demo publishes about the recommendation service, each figure with the sentence that it is from.
 * Nothing else about it is known, and nothing else is shown.
 */

export const ARTICLE = "Load Testing a Recommendation Service, Bluecore Engineering, January 2023";

export interface PublishedExperiment {
  name: string;
  group: "Bigtable" | "ElasticSearch" | "Mixed";
  tags: readonly string[];
  requestSet: Published<string>;
  distinctRequests: Published<number> | null;
  representsPeak: boolean;
}

export interface PublishedResult {
  experiment: string;
  round: 1 | 2;
  requestsPerSecond: Published<number>;
  p99Millis: Published<number>;
  /** More sentences that belong to the result. */
  remarks: readonly string[];
  /** What we read into the sentences. */
  reading: string | null;
}

const DISTINCT = "Over 200,000 distinct requests";

export const publishedExperiments: readonly PublishedExperiment[] = [
  {
    name: "Bigtable 64 distinct",
    group: "Bigtable",
    tags: ["baseline"],
    requestSet: from(
      "64 distinct requests",
      "64 distinct requests to use as a baseline on a simple scenario.",
    ),
    distinctRequests: from(64, "64 distinct requests to use as a baseline on a simple scenario."),
    representsPeak: false,
  },
  {
    name: "Bigtable >200k distinct",
    group: "Bigtable",
    tags: ["close to reality"],
    requestSet: from(
      DISTINCT,
      `${DISTINCT} to break internal caches and simulate a close to reality scenario.`,
    ),
    distinctRequests: from(
      200_000,
      `${DISTINCT} to break internal caches and simulate a close to reality scenario.`,
    ),
    representsPeak: true,
  },
  {
    name: "Bigtable complex",
    group: "Bigtable",
    tags: ["stress"],
    requestSet: from(
      "Complex requests only",
      "Complex requests only (requests that have a lot of filters or require a lot of products) to see how the system responds under a lot of stress.",
    ),
    distinctRequests: null,
    representsPeak: false,
  },
  {
    name: "Bigtable campaign",
    group: "Bigtable",
    tags: ["real campaign"],
    requestSet: from(
      "The replication of a real campaign",
      "The replication of a real campaign that was underperforming to better understand why it was underperforming.",
    ),
    distinctRequests: null,
    representsPeak: false,
  },
  {
    name: "ElasticSearch single request",
    group: "ElasticSearch",
    tags: ["baseline"],
    requestSet: from("A single unique request", "A single unique request to use as a baseline."),
    distinctRequests: from(1, "A single unique request to use as a baseline."),
    representsPeak: false,
  },
  {
    name: "ElasticSearch many simple",
    group: "ElasticSearch",
    tags: ["most common type"],
    requestSet: from(
      "Many simple requests",
      "Many simple requests (requests that don’t have a lot of filters or only have common filters), as they are the most common type.",
    ),
    distinctRequests: null,
    representsPeak: false,
  },
  {
    name: "ElasticSearch >200k distinct",
    group: "ElasticSearch",
    tags: ["low cache hit rates"],
    requestSet: from(DISTINCT, `${DISTINCT} to see how the system responds with low cache hit rates.`),
    distinctRequests: from(200_000, `${DISTINCT} to see how the system responds with low cache hit rates.`),
    representsPeak: false,
  },
  {
    name: "Mixed requests",
    group: "Mixed",
    tags: ["both data sources"],
    requestSet: from(
      "Mixed requests",
      "There’s also one extra experiment with mixed requests, hitting both data sources.",
    ),
    distinctRequests: null,
    representsPeak: false,
  },
];

/** What holds for every experiment. Rates per generator and threads are not published. */
export const publishedWorkload = {
  durationSeconds: from(300, "Every experiment ran for a short period of time, usually around five minutes."),
  generators: from(
    40,
    "There were between 80–120 instances of the recommendation service running and around 40 load-tester instances.",
  ),
  targets: from(
    ["throughput >= 50000/s", "p99 <= 200 ms"],
    "Our goal is to reach at least 50,000 requests per second with a p99 latency of 200ms.",
  ),
  owner: from("Bluecore Engineering", ARTICLE),
  environment: from(
    "shadow deployment",
    "We used a separated shadow deployment of the recommendation service that was identical to production but with a different endpoint.",
  ),
};

const CACHED =
  "Experiments that benefit from caching, such as the Bigtable 64 unique requests and the ElasticSearch ones became extremely fast, reaching up to 317,474 requests per second, with only 60ms p99 latency, way more than what we were aiming for.";
const ELASTIC =
  "The simple ElasticSearch requests were also very successful, going up to 52,399 requests/second with a p99 latency of 100ms while the test with many requests was even faster, getting 112,149 requests per second with 200ms of p99 latency!";
const ANY_CACHED = "Which of the cached experiments reached that, and whether this one did, isn't published.";
const ACCEPTED =
  "Even though we didn’t reach the expected performance, we decided that we would still be fine, since we were aiming much higher than what we expected to see during the peak load, and the cost of improving the performance of this experiment was too high at the moment.";
const FIXED =
  "The only experiment that didn’t reach the expected performance was the Bigtable one with over 200,000 distinct requests, even though there was a significant increase, going from 14,010 requests per second and 1400ms latency to 40,269 requests per second (287%) and 240ms (583%).";

const PEAK =
  "We saw the volume increase in load, reaching to a maximum of 35.29 million requests in a single hour (an average of 9802 requests per second) and the recommendation service was able to handle all of it with 91ms p99 latency, so it’s safe to say that we achieved our goals.";

export const publishedResults: readonly PublishedResult[] = [
  result("Bigtable 64 distinct", 1, [120_835, 120], {
    quote:
      "The simple Bigtable requests experiments showed very fast results reaching up to 120,835 requests/second with a p99 latency of 120ms.",
    remarks: [CACHED],
    reading: ANY_CACHED,
  }),
  result("Bigtable >200k distinct", 1, [14_010, 1_400], {
    quote:
      "The experiment with over 200,000 distinct requests got at most 14,010 requests per second with 1400ms p99 latency.",
  }),
  result("Bigtable complex", 1, [23_938, 510], {
    quote:
      "The complex requests test was a little bit better, with 23,938 requests/second and 510ms latency, but that wasn’t good enough.",
  }),
  result("Bigtable campaign", 1, [16_831, 410], {
    quote:
      "Finally, the real campaign recreation didn’t give great results either, reaching 16,831 requests/second and 410ms p99 latency.",
  }),
  result("ElasticSearch single request", 1, [52_399, 100], {
    quote: ELASTIC,
    remarks: [CACHED],
    reading: `“Simple” is read as the single unique request. ${ANY_CACHED}`,
  }),
  result("ElasticSearch many simple", 1, [112_149, 200], {
    quote: ELASTIC,
    remarks: [CACHED],
    reading: `“Many” is read as the many simple requests. ${ANY_CACHED}`,
  }),
  result("Bigtable >200k distinct", 2, [40_269, 240], {
    quote: FIXED,
    remarks: [ACCEPTED, PEAK],
  }),
  result("Bigtable campaign", 2, [258_640, 75], {
    quote:
      "Our biggest surprise was the replication of the real campaign, which would barely complete before, now got up to 258,640 requests per second and 75ms of p99 latency.",
  }),
];

/** What was deployed and scaled for each round. */
/** What was running in either round, by the sentences that its events quote. */
export const publishedSetup: Readonly<
  Record<
    PublishedResult["round"],
    { configuration: Readonly<Record<string, string>>; details: Readonly<Record<string, string>> }
  >
> = {
  1: { configuration: { "co-recs cache": "off", memory: "8 GB" }, details: {} },
  2: {
    configuration: { "co-recs cache": "on", memory: "12 GB" },
    details: { changed: "Cache co-recs from Bigtable; higher CPU limit, 8 to 12 GB of memory" },
  },
};

export const publishedEvents: Readonly<
  Record<PublishedResult["round"], readonly { kind: "deploy" | "scale"; title: string; quote: string }[]>
> = {
  1: [
    {
      kind: "scale",
      title: "80–120 instances of the service, around 40 load-tester instances",
      quote: publishedWorkload.generators.quote,
    },
  ],
  2: [
    {
      kind: "deploy",
      title: "Co-recs from Bigtable are cached in an LRU cache",
      quote:
        "The solution was right in front of us: cache Bigtable co-recs recommendations, as shown in Figure 3.",
    },
    {
      kind: "scale",
      title: "Higher CPU limit, memory from 8GB to 12GB for each instance",
      quote:
        "Since we were adding another in-memory cache, we also decided to fine tune the computational resources for the service, allowing pods to request a higher CPU limit and increasing the memory available from 8GB to 12GB for each instance.",
    },
  ],
};

/** How the article says that its gamedays went. */
export const publishedGamedays = {
  length: from(
    "one hour",
    "We reserved one-hour for each gameday session, just to make sure we had enough time to not just run the experiment but also to downscale systems after the experiment was complete.",
  ),
  roles: from(
    [
      { who: "One engineer", does: "runs the client load tester and collects the results" },
      { who: "The others", does: "monitor the system metrics" },
    ],
    "During that session, at least two engineers would stay connected in a virtual room: one of them would be responsible for running the client load tester and collecting the results, while the others would monitor the system metrics to ensure everything was going as expected.",
  ),
};

/** What each round found besides its figures. How severe that was isn't published. */
export const publishedFindings: Readonly<
  Record<
    PublishedResult["round"],
    readonly { quote: string; severity: "low" | "medium" | "high"; isFixed: boolean }[]
  >
> = {
  1: [
    {
      quote:
        "During these tests we also noticed some errors reported by Bigtable, meaning that there was something going wrong with these requests.",
      severity: "high",
      isFixed: true,
    },
  ],
  2: [],
};

/** What the peak was, once it came. */
export const publishedPeak = {
  hourRequests: from(35_290_000, PEAK),
  requestsPerSecond: from(9_802, PEAK),
  p99Millis: from(91, PEAK),
  increasePercent: from(
    77,
    "We see a 77% increase in volume during the period of Black Friday and Cyber Monday (BFCM) compared to a regular week, and this year wasn’t any different.",
  ),
};

/** The best of the cached experiments after the fix. */
export const publishedCached = {
  requestsPerSecond: from(317_474, CACHED),
  p99Millis: from(60, CACHED),
};

/** A miss that the team accepted, and why. */
export const publishedRisk = { experiment: "Bigtable >200k distinct", round: 2, reason: ACCEPTED } as const;

function result(
  experiment: string,
  round: PublishedResult["round"],
  [requestsPerSecond, p99Millis]: readonly [number, number],
  { quote, remarks = [], reading }: { quote: string; remarks?: readonly string[]; reading?: string },
): PublishedResult {
  return {
    experiment,
    round,
    requestsPerSecond: from(requestsPerSecond, quote),
    p99Millis: from(p99Millis, quote),
    remarks,
    reading: reading ?? null,
  };
}
