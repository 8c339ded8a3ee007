import { z } from "zod";
import { mapSeries } from "@headroom/core";
import type { MetricSeries, Temporality } from "@headroom/core";
import type { OwnSourceInput } from "@headroom/contract";
import type { TrafficMetricModel, WorkspaceTx } from "@headroom/db";
import type { ServiceMapping } from "./traffic-intake.ts";

/** The tags of some series of a metric. */
export const seenExamples = z.array(z.array(z.tuple([z.string(), z.string()])));

/** A classic histogram arrives as series of these names. */
const SUFFIXES = ["", "_bucket", "_sum", "_count"];

/** The metrics of these sources that have arrived, used or not. */
export async function readMetricsOf(
  tx: WorkspaceTx,
  serviceId: string,
  sources: readonly Pick<OwnSourceInput, "parts">[],
): Promise<TrafficMetricModel[]> {
  const parts = sources.flatMap((source): Part[] => source.parts);
  const names = parts.flatMap(({ metric }) => SUFFIXES.map((suffix) => `${metric}${suffix}`));
  const found = await tx.prisma.trafficMetric.findMany({
    where: { serviceId, name: { in: names } },
    orderBy: [{ name: "asc" }, { field: "asc" }],
  });
  return found.filter((metric) => parts.some((part) => isMetricOf(part, metric)));
}

type Part = OwnSourceInput["parts"][number];

export function isMetricOf(part: Part, { name, field }: TrafficMetricModel): boolean {
  if ((part.field ?? "") !== field) return false;
  return name === part.metric || ("measure" in part && part.measure === "durations");
}

/** One of its series, as it arrived. */
export function seriesOf(
  { name, field, kind, unit, temporality }: TrafficMetricModel,
  tags: MetricSeries["tags"],
): MetricSeries {
  return {
    name,
    field: field === "" ? null : field,
    unit,
    tags,
    kind: kind as MetricSeries["kind"],
    temporality: temporality as Temporality,
  };
}

/** Says at once what uses them from now on; otherwise they would have to arrive again first. */
export async function remapMetrics(
  tx: WorkspaceTx,
  metrics: readonly TrafficMetricModel[],
  { rules, foldPaths }: Pick<ServiceMapping, "rules" | "foldPaths">,
): Promise<void> {
  for (const metric of metrics) {
    const { serviceId, name, field } = metric;
    const mapped = seenExamples
      .parse(metric.examples)
      .map((tags) => mapSeries(seriesOf(metric, tags), rules, { foldPaths }));
    const rule = mapped.find((one) => one !== null)?.rule ?? null;
    await tx.prisma.trafficMetric.update({
      where: { serviceId_name_field: { serviceId, name, field } },
      data: { rule },
    });
  }
}
