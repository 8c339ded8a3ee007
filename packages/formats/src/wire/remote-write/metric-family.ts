import type { SourceKind, MetricSeries, Temporality } from "@headroom/core";

/** What a client says about all series of a metric. */
export interface MetricFamily {
  name: string;
  type: FamilyType;
  unit: string | null;
}

export type FamilyType = "counter" | "gauge" | "histogram" | "summary" | "unknown";

/** By the number in the protocol: both versions use the same. The last two and gauge histograms are states, as a gauge is. */
const TYPES: readonly FamilyType[] = [
  "unknown",
  "counter",
  "gauge",
  "histogram",
  "gauge",
  "summary",
  "gauge",
  "gauge",
];

const SUFFIX = /_(?:total|bucket|sum|count)$/;

export function familyType(number: number): FamilyType {
  return TYPES[number] ?? "unknown";
}

/** The family that a series of this name belongs to: `x_bucket` to the histogram `x`. */
export function findFamily(families: ReadonlyMap<string, MetricFamily>, name: string): MetricFamily | null {
  if (families.size === 0) return null;
  return families.get(name) ?? families.get(name.replace(SUFFIX, "")) ?? null;
}

/** The kind of a series of plain numbers. `tags` decides between a summary's percentiles and its counters. */
export function kindOf(
  family: Pick<MetricFamily, "type"> | null,
  tags: MetricSeries["tags"],
): { kind: SourceKind; temporality: Temporality } {
  const type = family?.type ?? "unknown";
  switch (type) {
    case "counter":
    case "histogram":
      return { kind: type, temporality: "cumulative" };
    case "summary":
      return { kind: type, temporality: tags.some(([key]) => key === "quantile") ? "each" : "cumulative" };
    case "gauge":
    case "unknown":
      return { kind: type, temporality: "each" };
  }
}
