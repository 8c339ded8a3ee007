import { from } from "./published.ts";

/*
 * Everything that the demo publishes about a queue consumer, each figure with the sentence that it is from. Its dashboards
 * are pictures, so the demo's runs are simulated.
 */

export const QUEUE_ARTICLE = "Fantastic bottlenecks and where to find them, Klarna, December 2021";

const INSTANCES = "Instances Min/Max: Min 8, Max 32";
const SCALED =
  "We started scaling to 14 instances only at the end of the computation, when the max CPU reached up to 92%";

export const queue = {
  messagesPerSecond: from(9_000, "Load produced: 9K events per second"),
  minInstances: from(8, INSTANCES),
  maxInstances: from(32, INSTANCES),
  firstLag: from(16_000, "16K consumer lag at peak"),
  recoveryMinutes: from(4, "And 4 minutes to recover"),
  firstWriteUnits: from(11_000, "DynamoDB write units at almost 11K at peak"),
  firstInstances: from(14, SCALED),
  firstCpuPercent: from(92, SCALED),
  secondLag: from(29_000, "The consumer lag went up to 29K"),
  secondWriteUnits: from(11_000, "Again, DynamoDB write units at 11K at peak"),
  secondInstances: from(19, "The actual load test run was done against 19 instances"),
  lagReductionPercent: from(75, "We still have consumer lag, but we have a reduction of the 75%"),
  thirdWriteUnits: from(
    25_000,
    "We manage to unleash the potential of DynamoDB with 25K write capacity units per minute",
  ),
};
