import { HOUR_MILLIS, DAY_MILLIS } from "@headroom/core";
import type { Demo, DemoGameday, DemoPeakDay, DemoRisk, DemoRun } from "../demo-run.ts";
import { storyTag } from "../stories/story.ts";
import {
  ARTICLE,
  publishedEvents,
  publishedExperiments,
  publishedFindings,
  publishedGamedays,
  publishedPeak,
  publishedResults,
  publishedRisk,
  publishedSetup,
  publishedWorkload,
} from "./recommendation-service.ts";
import type { PublishedResult } from "./recommendation-service.ts";

const SERVICE = "Recommendation service";
const PEAK = "Black Friday and Cyber Monday";
/** One hour, as the article says. */
const SESSION_MILLIS = HOUR_MILLIS;
const NO_DATE = "When it ran isn't published. Its date only keeps the two rounds in order.";
const targets = publishedWorkload.targets.value;
const keyOf = (round: PublishedResult["round"]) => `demo-round-${round}`;

/** What the article says, as summaries: percentiles and verdicts as quoted, and nothing that it doesn't say. */
export function publishedDemo(lastNight: Date): Demo {
  const dates = assumedDates(lastNight);
  return {
    experiments: publishedExperiments.map(
      ({ name, group, tags, requestSet, distinctRequests, representsPeak }) => ({
        service: SERVICE,
        experiment: name,
        group,
        tags: ["published", storyTag("recommendation-service"), ...tags],
        owner: publishedWorkload.owner.value,
        requestSet: requestSet.value,
        ...(distinctRequests === null ? {} : { distinctRequests: distinctRequests.value }),
        durationSeconds: publishedWorkload.durationSeconds.value,
        generators: publishedWorkload.generators.value,
        representsPeak,
        targets,
      }),
    ),
    runs: publishedResults.map((result) => toRun(result, dates)),
    peakDays: [peakDayOf(dates)],
    risks: targets.map((target) => riskOf(target, dates)),
    gamedays: ([1, 2] as const).map((round) => gamedayOf(round, dates)),
  };
}

function toRun(result: PublishedResult, dates: AssumedDates): DemoRun {
  const { experiment, round, requestsPerSecond, remarks, reading } = result;
  const startedAt = dates.rounds[round].toISOString();
  const quotes = [requestsPerSecond.quote, ...remarks].map((quote) => `“${quote}”`);
  return {
    key: keyOf(round),
    service: SERVICE,
    experiment,
    data: "published",
    details: {
      environment: publishedWorkload.environment.value,
      notes: [`Published: ${ARTICLE}.`, ...quotes, ...(reading === null ? [] : [reading]), NO_DATE].join(
        "\n\n",
      ),
      ...publishedSetup[round].details,
    },
    configuration: { round: String(round), ...publishedSetup[round].configuration },
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

/** What the peak was is entered as what is expected of it. */
function peakDayOf({ peak: { startsAt, endsAt } }: AssumedDates): DemoPeakDay {
  const { requestsPerSecond } = publishedPeak;
  return {
    service: SERVICE,
    name: PEAK,
    startsAt,
    endsAt,
    eventName: "Black Friday begins",
    eventAt: startsAt,
    expectedPeak: requestsPerSecond.value,
    expectedSource: "Published: the busiest hour of the article's peak",
    notes: [
      `Published: ${ARTICLE}.`,
      `“${requestsPerSecond.quote}”`,
      "The article's peak is over. Its dates are moved, so that it's ahead of you, and its busiest hour is what is expected.",
    ].join("\n\n"),
    earlier: [],
  };
}

function riskOf(target: string, { riskUntil }: AssumedDates): DemoRisk {
  return {
    run: { service: SERVICE, experiment: publishedRisk.experiment, key: keyOf(publishedRisk.round) },
    target,
    reason: `“${publishedRisk.reason}”`,
    until: riskUntil,
  };
}

/** The article doesn't say which experiments shared a session, so each round is one gameday. */
function gamedayOf(round: PublishedResult["round"], { rounds }: AssumedDates): DemoGameday {
  const { length, roles } = publishedGamedays;
  const startsAt = rounds[round];
  const found = publishedFindings[round];
  return {
    service: SERVICE,
    name: round === 1 ? "Gameday, first round" : "Gameday, after the fix",
    peakDay: PEAK,
    startsAt,
    endsAt: new Date(startsAt.getTime() + SESSION_MILLIS),
    environment: publishedWorkload.environment.value,
    roles: roles.value,
    notes: [
      `Published: ${ARTICLE}.`,
      ...[length, roles].map(({ quote }) => `“${quote}”`),
      "How many sessions there were, and in which order the experiments ran, isn't published: each round is shown as one gameday.",
      ...(found.length === 0 ? [] : ["How severe the finding was isn't published."]),
      NO_DATE,
    ].join("\n\n"),
    experiments: publishedResults.filter((one) => one.round === round).map(({ experiment }) => experiment),
    findings: found.map(({ quote, ...rest }) => ({ title: `“${quote}”`, ...rest })),
    closedBy: "the demo",
  };
}

interface AssumedDates {
  /** When each round began. */
  rounds: Readonly<Record<1 | 2, Date>>;
  peak: { startsAt: Date; endsAt: Date };
  /** Until when the missed targets are accepted. */
  riskUntil: Date;
}

/**
 * The article dates nothing but its peak, at the end of November 2022. So that readers see the service before its peak,
 * the two rounds lie in the last weeks and the peak lies ahead.
 */
function assumedDates(lastNight: Date): AssumedDates {
  const midnight = new Date(lastNight);
  midnight.setUTCHours(0, 0, 0, 0);
  const at = (days: number) => new Date(midnight.getTime() + days * DAY_MILLIS);
  return {
    rounds: { 1: at(-33), 2: at(-8) },
    peak: { startsAt: at(12), endsAt: at(16) },
    riskUntil: at(23),
  };
}
