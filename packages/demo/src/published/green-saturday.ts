import { from } from "./published.ts";

/*
 * Everything that the demo publishes about Green Saturday, each figure with the sentence that it is from. What else the
 * demo shows of it is simulated, and says so.
 */

export const GREEN_SATURDAY_TALK = "Keeping Throughput High on Green Saturday, Alex Reiff, RailsConf 2019";

const SHARES =
  "A whopping 53% of those requests traversed the Discovery API, with 20% pertaining to location requests.";
const CACHE =
  "All our meticulous micro-tuning truly paid off, resulting in a respectable 9% cache hit rate—equating to 5,000 requests sourced from the cache.";
const LATENCY =
  "This traffic marked nearly triple our typical Saturday throughput, with an average latency maintained below 100 milliseconds, averaging around 80 milliseconds during peak times.";
const LOCATION =
  "Our peak response time before the upgrade was 45 milliseconds for the location route, dropping down to about 30 milliseconds after deploying our changes.";

export const greenSaturday = {
  minuteRequests: from(
    100_000,
    "During peak times, we served 100,000 requests per minute through our Kong API gateway.",
  ),
  discoveryPercent: from(53, SHARES),
  locationPercent: from(20, SHARES),
  cacheHitPercent: from(9, CACHE),
  cachedRequests: from(5_000, CACHE),
  timesUsualSaturday: from(3, LATENCY),
  meanMillis: from(80, LATENCY),
  belowMillis: from(100, LATENCY),
  uptimePercent: from(100, "Indeed, our uptime during this remarkable day was 100%."),
  timesYearBefore: from(2, "our traffic baseline has doubled compared to a year ago."),
  locationBeforeMillis: from(45, LOCATION),
  locationAfterMillis: from(30, LOCATION),
};
