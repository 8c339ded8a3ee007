import { z } from "zod";
import { classicPart, DAY_MILLIS, DEFAULT_RULES, mapSeries, rulesOfSources } from "@headroom/core";
import type { MetricSeries } from "@headroom/core";
import { sourceToPreview } from "@headroom/contract";
import type { OwnSourceInput, SourcePreview } from "@headroom/contract";
import type { TrafficMetricModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { sourceTitle } from "./own-sources.ts";
import { isMetricOf, readMetricsOf, seenExamples, seriesOf } from "./seen-metrics.ts";
import { countTrafficLabels, MAX_TRAFFIC_LABELS } from "./traffic-series.ts";

const query = sourceToPreview.extend({ service: z.string() });

const MAX_LABELS_LISTED = 20;

/** What a source would make of the series that arrived last. It changes nothing. */
export async function previewSource({
  ctx,
  input,
}: {
  ctx: Context;
  input: { service: string; source?: unknown };
}): Promise<SourcePreview> {
  requireScope(ctx, "read");
  const { service: slug, source } = parseInput(query, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, slug);
    const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
    const since = new Date(ctx.clock().getTime() - DAY_MILLIS);
    const all = await readMetricsOf(tx, serviceId, [source]);
    const metrics = all.filter((metric) => metric.seenAt >= since);
    const taken = new Taken(source, traffic?.foldPaths ?? true);
    const listed = metrics.map((metric) => taken.take(metric));
    return {
      metrics: listed.map(({ rule, ...metric }) => {
        return { ...metric, usedBy: usedBy(traffic?.ownSources ?? [], rule) };
      }),
      ...taken.answer(),
      isPartial: listed.some(({ series, examples }) => series > examples),
      problem: problemOf(source, metrics, taken),
      limits: {
        labels: MAX_TRAFFIC_LABELS,
        labelsUsed: await countTrafficLabels(tx, serviceId),
        labelsNew: taken.labels.length - (await countKnown(tx, serviceId, taken.labels)),
      },
    };
  });
}

function countKnown(tx: WorkspaceTx, serviceId: string, labels: string[]): Promise<number> {
  return tx.prisma.trafficSeries.count({ where: { serviceId, kind: "requests", label: { in: labels } } });
}

function usedBy(ownSources: unknown, rule: string | null): string | null {
  return sourceTitle(ownSources, rule) ?? DEFAULT_RULES.find(({ id }) => id === rule)?.title ?? null;
}

/** What becomes of known series. */
class Taken {
  readonly #rules: ReturnType<typeof rulesOfSources>;
  readonly #foldPaths: boolean;
  readonly #labels = new Map<string, Set<string>>();
  readonly #sources = new Set<string>();
  readonly #outcomes = new Map<string, boolean | null>();
  series = 0;

  constructor(source: OwnSourceInput, foldPaths: boolean) {
    this.#rules = rulesOfSources([{ ...source, id: source.id ?? "new" }]);
    this.#foldPaths = foldPaths;
  }

  take(metric: TrafficMetricModel) {
    const examples = seenExamples.parse(metric.examples);
    const before = this.series;
    for (const tags of examples) this.#map(seriesOf(metric, tags));
    return {
      name: metric.name,
      field: metric.field === "" ? null : metric.field,
      series: metric.series,
      examples: examples.length,
      taken: this.series - before,
      rule: metric.rule,
      lastSeenAt: metric.seenAt.toISOString(),
    };
  }

  /** The series of a histogram are one source. */
  #map(series: MetricSeries): void {
    const mapped = mapSeries(series, this.#rules, { foldPaths: this.#foldPaths });
    if (mapped === null) return;
    this.series += 1;
    if (mapped.kind === "gauge") return;
    const part = mapped.part ?? { histogram: series.name, tags: series.tags };
    const source = JSON.stringify([part.histogram, part.tags]);
    if (series.temporality !== "delta" && (series.field === null || mapped.isTotal))
      this.#sources.add(source);
    this.#outcomes.set(source, mapped.failed);
    const own = this.#labels.get(mapped.label) ?? new Set();
    this.#labels.set(mapped.label, own.add(source));
  }

  get labels(): string[] {
    return [...this.#labels.keys()];
  }

  answer(): Pick<SourcePreview, "labels" | "labelsTotal" | "outcomes" | "cumulative"> {
    const labels = [...this.#labels].map(([label, { size }]) => ({ label, series: size }));
    const outcomes = [...this.#outcomes.values()];
    return {
      labels: labels.toSorted((a, b) => b.series - a.series).slice(0, MAX_LABELS_LISTED),
      labelsTotal: labels.length,
      outcomes: {
        failed: outcomes.filter((failed) => failed === true).length,
        succeeded: outcomes.filter((failed) => failed === false).length,
        unknown: outcomes.filter((failed) => failed === null).length,
      },
      cumulative: this.#sources.size,
    };
  }
}

function problemOf(
  source: OwnSourceInput,
  metrics: readonly TrafficMetricModel[],
  taken: Taken,
): SourcePreview["problem"] {
  if (metrics.length === 0) return "not-seen";
  if (taken.series === 0)
    return source.kind === "gauge" && metrics.some(isCount) ? "not-a-gauge" : "nothing-fits";
  if (source.kind === "gauge") return null;
  for (const part of source.parts) {
    const own = metrics.filter((metric) => isMetricOf(part, metric));
    if (part.measure === "durations" && !own.some(givesDurations)) return "not-a-histogram";
    if (part.measure === "total" && own.some(isReading)) return "not-a-count";
  }
  return null;
}

/** A gauge of a protocol that says so: its value goes up and down. */
function isReading({ kind, field }: TrafficMetricModel): boolean {
  return kind === "gauge" && field === "";
}

function isCount({ temporality }: TrafficMetricModel): boolean {
  return temporality !== "each";
}

/** Histograms, and values of single requests in line protocol. */
function givesDurations(metric: TrafficMetricModel): boolean {
  if (metric.field !== "" || metric.kind === "histogram" || metric.kind === "summary") return true;
  const [tags = []] = seenExamples.parse(metric.examples);
  return classicPart(seriesOf(metric, tags))?.part === "bucket";
}
