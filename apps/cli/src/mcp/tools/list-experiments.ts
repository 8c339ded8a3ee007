import { z } from "zod";
import { experimentList, figureRange, runOutcome } from "@headroom/contract";
import type { ExperimentList, ListedExperiment } from "@headroom/contract";
import { formatFigure, formatKnown, formatMillis, formatPercent, plural } from "@headroom/core/format";
import { percentOf } from "../figures.ts";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { optionalText, pageInputs } from "./inputs.ts";

const millis = z.number().nullable();

const latest = z
  .strictObject({
    runId: z.string(),
    number: z.number(),
    url: z.string(),
    ranAt: z.string(),
    status: z.string(),
    outcome: runOutcome.nullable().describe("Null: not decided yet."),
    requests: z.number().nullable(),
    throughputPerSecond: z.number().nullable(),
    errorRatePercent: z.number().nullable(),
    errorsAreALowerBound: z.boolean(),
    p50Ms: millis,
    p95Ms: millis,
    p99Ms: millis,
    p99RangeMs: figureRange.nullable(),
    proofGrade: z.string().nullable(),
  })
  .nullable();

export const listExperiments = readTool({
  name: "list_experiments",
  title: "List experiments",
  about:
    "Lists load-test experiments (a workload with its targets) by name, each with its latest complete run: outcome, requests, throughput, errors, latencies. Start here to find IDs.",
  input: z.strictObject({
    search: optionalText("Words in the name, service, group, owner or tags."),
    service: optionalText("Only of this service, by name."),
    ...pageInputs,
  }),
  output: z.strictObject({
    experiments: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        service: z.string(),
        group: z.string().nullable(),
        tags: z.array(z.string()),
        representsPeak: z.boolean(),
        testedCapacityPerSecond: z.number().nullable().describe("Null: no run has proven one."),
        runs: z.number(),
        url: z.string(),
        latest,
      }),
    ),
    groups: z.array(z.string()),
    total: z.number(),
    next: z.string().nullable(),
  }),
  async run(api, { search, service, limit, cursor }) {
    const { experiments, groups, total, next } = await api.get(experimentList, "/v1/experiments", {
      search,
      service,
      limit,
      cursor,
    });
    const lines = cursor === undefined ? groups.filter(isOfAny(experiments)).map(groupLine) : [];
    return {
      lines: [
        `${plural(total, "experiment")}${next === null ? "" : `, ${experiments.length} here, more with the cursor`}.`,
        ...lines,
        ...experiments.map(lineOf),
      ],
      data: {
        experiments: experiments.map(dataOf),
        groups: lines,
        total,
        next,
      },
    };
  },
});

/** A group without an experiment in the answer says nothing about it. */
function isOfAny(experiments: readonly ListedExperiment[]) {
  const keyOf = (service: { slug: string }, group: string | null) => JSON.stringify([service.slug, group]);
  const listed = new Set(experiments.map(({ service, group }) => keyOf(service, group)));
  return ({ service, group }: ExperimentList["groups"][number]) => listed.has(keyOf(service, group));
}

function groupLine({ service, group, sentence }: ExperimentList["groups"][number]): string {
  const of = group === null ? "" : `, group ${quoted(group)}`;
  return `Service ${quoted(service.name)}${of}: ${sentence}`;
}

function lineOf({ id, name, service, runs, latest: run }: ListedExperiment): string {
  const who = `${quoted(name)} of service ${quoted(service.name)} (${id})`;
  if (run === null) return `${who}: no complete run.`;
  const p99 = formatKnown({ value: run.p99Ms, range: run.p99RangeMs }, formatMillis);
  const figures = [
    ...(run.requests === null ? [] : [plural(run.requests, "request")]),
    ...(run.throughput === null ? [] : [`${formatFigure(run.throughput)} req/s`]),
    ...(run.errorRate === null
      ? []
      : [`${run.errorsAtLeast === true ? "at least " : ""}${formatPercent(run.errorRate)} failed`]),
    ...(p99 === null ? [] : [`p99 ${p99} ms`]),
    ...(run.grade === null ? [] : [`proof grade ${run.grade}`]),
  ];
  const judged = run.outcome === null ? "not judged yet" : `outcome ${run.outcome}`;
  return `${who}: ${plural(runs, "run")}; the latest is run ${run.number} (${run.id}), ${judged}: ${figures.join(", ")}. ${run.url}`;
}

function dataOf(experiment: ListedExperiment) {
  const {
    id,
    name,
    service,
    group,
    tags,
    representsPeak,
    testedCapacity,
    runs,
    url,
    latest: run,
  } = experiment;
  return {
    id,
    name,
    service: service.name,
    group,
    tags,
    representsPeak,
    runs,
    url,
    testedCapacityPerSecond: testedCapacity,
    latest:
      run === null
        ? null
        : {
            runId: run.id,
            number: run.number,
            url: run.url,
            ranAt: run.ranAt,
            status: run.status,
            outcome: run.outcome,
            requests: run.requests,
            throughputPerSecond: run.throughput,
            errorRatePercent: run.errorRate === null ? null : percentOf(run.errorRate),
            errorsAreALowerBound: run.errorsAtLeast === true,
            p50Ms: run.p50Ms,
            p95Ms: run.p95Ms,
            p99Ms: run.p99Ms,
            p99RangeMs: run.p99RangeMs,
            proofGrade: run.grade,
          },
  };
}
