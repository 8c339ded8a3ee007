import { z } from "zod";
import { peakDayAnswer, readinessReport } from "@headroom/contract";
import type { EvidenceRun, ReadinessReport } from "@headroom/contract";
import { dayAnswer, dayFacts, RUN_OUTCOME_WORDS } from "@headroom/core";
import { formatFigure, formatTimesOf } from "@headroom/core/format";
import { pathOf } from "../api.ts";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { idInput, readId } from "./inputs.ts";

const text = z.string().nullable();
const MAX_LISTED = 50;

export const getPeakDayReadiness = readTool({
  name: "get_peak_day_readiness",
  title: "Read whether a service is ready for a peak day",
  about:
    "Reads a peak day's readiness: ready, at-risk or not-ready, why, what is proven, and what would change the verdict.",
  input: z.strictObject({ peakDay: idInput("peak day") }),
  output: z.strictObject({
    url: z.string(),
    peakDay: z.string(),
    service: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    phase: readinessReport.shape.phase,
    verdict: readinessReport.shape.verdict,
    judgedAt: text.describe("Null: it is over, and nobody knows what was said then."),
    sentence: z.string(),
    verdictSentence: z.string(),
    day: z.array(z.string()).describe("What the day came to, once it is over."),
    testedCapacityPerSecond: z.number().nullable().describe("Null: unproven."),
    expectedPeakPerSecond: z.number().nullable().describe("Null: nobody has said."),
    requiredPerSecond: z.number().nullable(),
    capacityTimesExpected: z.number().nullable(),
    reasons: z.array(
      z.strictObject({
        level: z.enum(["at-risk", "not-ready"]),
        experiment: text,
        words: z.string(),
        step: z.string(),
      }),
    ),
    experiments: z.array(
      z.strictObject({
        name: z.string(),
        state: z.enum(["proven", "accepted", "unproven"]),
        throughputPerSecond: z.number().nullable(),
        runId: text,
        proofAge: text,
        newestRun: text,
        whyUnproven: text,
      }),
    ),
    acceptedRisks: z.number(),
    openActions: z.number(),
    turnsGreen: z.array(z.string()),
    turnsRed: z.array(z.string()),
  }),
  async run(api, { peakDay }) {
    const id = readId(peakDay, "peak day");
    const report = await api.get(readinessReport, pathOf`/v1/peak-days/${id}/readiness`);
    const { url } = await api.get(peakDayAnswer, pathOf`/v1/peak-days/${id}`);
    const data = dataOf(report, `${url}/readiness`);
    return { lines: linesOf(data, report.policy.factor), data };
  },
});

function dataOf(report: ReadinessReport, url: string) {
  const {
    peakDay,
    service,
    phase,
    verdict,
    judgedAt,
    sentence,
    verdictSentence,
    capacity,
    expected,
    required,
    times,
  } = report;
  return {
    url,
    phase,
    verdict,
    judgedAt,
    sentence,
    verdictSentence,
    day: phase === "after" ? dayOf(report) : [],
    peakDay: peakDay.name,
    service: service.name,
    startsAt: peakDay.startsAt,
    endsAt: peakDay.endsAt,
    testedCapacityPerSecond: capacity,
    expectedPeakPerSecond: expected?.throughput ?? null,
    requiredPerSecond: required,
    capacityTimesExpected: times,
    reasons: report.reasons.slice(0, MAX_LISTED).map(({ level, experiment, words, step }) => ({
      level,
      experiment: experiment?.name ?? null,
      words,
      step,
    })),
    experiments: report.experiments.slice(0, MAX_LISTED).map((one) => ({
      name: one.experiment.name,
      state: one.state,
      throughputPerSecond: one.throughput,
      runId: one.run?.id ?? null,
      proofAge: one.freshness?.words ?? null,
      newestRun: one.newest === null ? null : outcomeOf(one.newest),
      whyUnproven: one.detail,
    })),
    acceptedRisks: report.risks.length,
    openActions: report.actions.filter(({ closedAt }) => closedAt === null).length,
    turnsGreen: report.turnsGreen.slice(0, MAX_LISTED),
    turnsRed: report.turnsRed
      .slice(0, MAX_LISTED)
      .map(({ words, at }) => (at === null ? words : `${words} (${at})`)),
  };
}

function dayOf({ reconciled, peakDay }: ReadinessReport): string[] {
  const { word, sentence } = dayAnswer(reconciled, peakDay);
  return [`${word}. ${sentence}`, ...(reconciled === null ? [] : dayFacts(reconciled, peakDay))];
}

function linesOf(data: ReturnType<typeof dataOf>, factor: number): string[] {
  const {
    testedCapacityPerSecond: tested,
    expectedPeakPerSecond: expected,
    capacityTimesExpected: times,
  } = data;
  const rate = (value: number) => `${formatFigure(value)} req/s`;
  const old =
    data.judgedAt === null ? " This is today's verdict, and says nothing about the day, which is over." : "";
  return [
    ...data.day,
    `${quoted(data.peakDay)} of service ${quoted(data.service)}: ${data.verdict.toUpperCase()}. ${data.verdictSentence}${old}`,
    `Tested capacity ${tested === null ? "unproven" : rate(tested)}, expected peak ${expected === null ? "not stated" : rate(expected)}${times === null ? "" : `: ${formatTimesOf(times, factor)}`}.`,
    ...data.reasons.map(
      ({ level, experiment, words, step }) =>
        `${level}: ${experiment === null ? "" : `${quoted(experiment)} `}${words} ${step}`,
    ),
    ...data.experiments.map(({ name, state, throughputPerSecond, proofAge, newestRun, whyUnproven }) => {
      const proven = throughputPerSecond === null ? "" : `, ${rate(throughputPerSecond)}`;
      return `Experiment ${quoted(name)}: ${state}${proven}${proofAge === null ? "" : `, ${proofAge}`}. ${newestRun === null ? "" : `Its newest run: ${newestRun}. `}${whyUnproven ?? ""}`;
    }),
    data.url,
  ];
}

/** "regressed": a run that meets its targets may still have got worse. */
function outcomeOf({ outcome }: EvidenceRun): string {
  return outcome === null ? "being judged" : RUN_OUTCOME_WORDS[outcome].toLowerCase();
}
