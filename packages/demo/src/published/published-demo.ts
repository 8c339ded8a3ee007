import type { Demo, DemoRun } from "../demo-run.ts";
import {
  ARTICLE,
  assumedDates,
  publishedEvents,
  publishedExperiments,
  publishedResults,
  publishedWorkload,
  type PublishedResult,
} from "./recommendation-service.ts";

const SERVICE = "Recommendation service";
const NO_DATE = "When it ran isn't published. Its date only keeps the two rounds in order.";
const targets = publishedWorkload.targets.value;

/** What the article says, as summaries: percentiles and verdicts as quoted, and nothing that it doesn't say. */
export const publishedDemo: Demo = {
  experiments: publishedExperiments.map(
    ({ name, group, tags, requestSet, distinctRequests, representsPeak }) => ({
      service: SERVICE,
      experiment: name,
      group,
      tags: ["published", ...tags],
      owner: publishedWorkload.owner.value,
      requestSet: requestSet.value,
      ...(distinctRequests === null ? {} : { distinctRequests: distinctRequests.value }),
      durationSeconds: publishedWorkload.durationSeconds.value,
      generators: publishedWorkload.generators.value,
      representsPeak,
      targets,
    }),
  ),
  runs: publishedResults.map(toRun),
};

function toRun(result: PublishedResult): DemoRun {
  const { experiment, round, requestsPerSecond, remarks, reading } = result;
  const startedAt = assumedDates[round];
  const quotes = [requestsPerSecond.quote, ...remarks].map((quote) => `“${quote}”`);
  return {
    key: `demo-round-${round}`,
    service: SERVICE,
    experiment,
    data: "published",
    details: {
      environment: publishedWorkload.environment.value,
      notes: [`Published: ${ARTICLE}.`, ...quotes, ...(reading === null ? [] : [reading]), NO_DATE].join(
        "\n\n",
      ),
    },
    labels: { round: String(round) },
    targets,
    events: publishedEvents[round].map(({ kind, title }) => ({ at: startedAt, kind, title })),
    file: () => summaryOf(result, startedAt),
  };
}

function summaryOf({ requestsPerSecond, p99Millis }: PublishedResult, startedAt: string): string {
  return JSON.stringify({
    headroom: 1,
    tool: "published figures",
    startedAt,
    durationSeconds: publishedWorkload.durationSeconds.value,
    latencyUnit: "ms",
    total: { requestsPerSecond: requestsPerSecond.value, percentiles: { p99: p99Millis.value } },
  });
}
