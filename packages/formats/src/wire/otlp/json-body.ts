import { scopeTags } from "./common-tags.ts";
import { attributesIn } from "./json-attributes.ts";
import { booleanIn, doubleIn, eachIn, integerIn, listIn, microsIn, objectIn, textIn } from "./json-fields.ts";
import { readJson } from "./large-json.ts";
import type { Slices } from "../slices.ts";
import type { JsonObject } from "./json-fields.ts";
import type {
  Distribution,
  ExponentialPoint,
  HistogramPoint,
  NumberPoint,
  OffsetBuckets,
  OtlpData,
  OtlpPoint,
  OtlpVisitor,
  SummaryPoint,
} from "./otlp-metric.ts";

/** Reads an `ExportMetricsServiceRequest` in protobuf's JSON mapping. Unknown fields are ignored, as it demands. */
export function* readJsonBody(body: Uint8Array, mostLength: number, visitor: OtlpVisitor): Slices<void> {
  const reader = new JsonPoints(mostLength);
  const all = objectIn(yield* readJson(body), "the body");
  for (const resourceMetrics of objects(all, "resourceMetrics")) {
    yield;
    const resource = objectIn(resourceMetrics["resource"], "resource");
    const resourceTags = attributesIn(resource["attributes"], mostLength);
    visitor.resource(resourceTags);
    for (const scopeMetrics of objects(resourceMetrics, "scopeMetrics")) {
      yield;
      const scope = objectIn(scopeMetrics["scope"], "scope");
      const common = [
        ...resourceTags,
        ...scopeTags({
          name: textIn(scope["name"], "name"),
          version: textIn(scope["version"], "version"),
          attributes: attributesIn(scope["attributes"], mostLength),
        }),
      ];
      for (const metric of objects(scopeMetrics, "metrics")) {
        yield;
        const name = textIn(metric["name"], "name");
        const data = reader.data(metric);
        if (data === null) visitor.unknown(name);
        else yield* visitor.metric(common, { name, unit: textIn(metric["unit"], "unit") || null, data });
      }
    }
  }
}

class JsonPoints {
  readonly #mostLength: number;

  constructor(mostLength: number) {
    this.#mostLength = mostLength;
  }

  data(metric: JsonObject): OtlpData | null {
    const { gauge, sum, histogram, exponentialHistogram, summary } = metric;
    if (isSet(gauge))
      return { type: "gauge", points: points(objectIn(gauge, "gauge"), (point) => this.#number(point)) };
    if (isSet(sum)) {
      const data = objectIn(sum, "sum");
      const monotonic = booleanIn(data["isMonotonic"], "isMonotonic");
      const read = points(data, (point) => this.#number(point));
      return { type: "sum", temporality: temporalityIn(data), monotonic, points: read };
    }
    if (isSet(histogram)) {
      const data = objectIn(histogram, "histogram");
      const read = points(data, (point) => this.#histogram(point));
      return { type: "histogram", temporality: temporalityIn(data), points: read };
    }
    if (isSet(exponentialHistogram)) {
      const data = objectIn(exponentialHistogram, "exponentialHistogram");
      const read = points(data, (point) => this.#exponential(point));
      return { type: "exponential", temporality: temporalityIn(data), points: read };
    }
    if (!isSet(summary)) return null;
    return { type: "summary", points: points(objectIn(summary, "summary"), (point) => this.#summary(point)) };
  }

  #point(point: JsonObject): OtlpPoint {
    return {
      attributes: attributesIn(point["attributes"], this.#mostLength),
      atMicros: microsIn(point["timeUnixNano"], "timeUnixNano"),
      startMicros: microsIn(point["startTimeUnixNano"], "startTimeUnixNano"),
      flags: integerIn(point["flags"], "flags") ?? 0,
      exemplars: listOf(point, "exemplars").map((exemplar) => ({
        traceId: textIn(exemplar["traceId"], "traceId") || null,
        value: valueIn(exemplar) ?? 0,
        atMicros: microsIn(exemplar["timeUnixNano"], "timeUnixNano"),
      })),
    };
  }

  #number(point: JsonObject): NumberPoint {
    return { ...this.#point(point), value: valueIn(point) };
  }

  #histogram(point: JsonObject): HistogramPoint {
    return {
      ...this.#point(point),
      ...distribution(point),
      counts: listIn(point["bucketCounts"], "bucketCounts").map((count) => countIn(count, "bucketCounts")),
      bounds: listIn(point["explicitBounds"], "explicitBounds").map(
        (bound) => doubleIn(bound, "explicitBounds") ?? Number.NaN,
      ),
    };
  }

  #exponential(point: JsonObject): ExponentialPoint {
    return {
      ...this.#point(point),
      ...distribution(point),
      scale: countIn(point["scale"], "scale"),
      zeroThreshold: doubleIn(point["zeroThreshold"], "zeroThreshold") ?? 0,
      zeroCount: countIn(point["zeroCount"], "zeroCount"),
      positive: bucketsIn(point["positive"], "positive"),
      negative: bucketsIn(point["negative"], "negative"),
    };
  }

  #summary(point: JsonObject): SummaryPoint {
    return {
      ...this.#point(point),
      count: countIn(point["count"], "count"),
      sum: doubleIn(point["sum"], "sum") ?? 0,
      quantiles: listOf(point, "quantileValues").map(({ quantile, value }) => [
        doubleIn(quantile, "quantile") ?? 0,
        doubleIn(value, "value") ?? 0,
      ]),
    };
  }
}

function* objects(from: JsonObject, name: string): Generator<JsonObject> {
  for (const one of eachIn(from[name], name)) yield objectIn(one, name);
}

function listOf(from: JsonObject, name: string): JsonObject[] {
  return listIn(from[name], name).map((one) => objectIn(one, name));
}

function* points<Point>(data: JsonObject, read: (point: JsonObject) => Point): Generator<Point> {
  for (const point of objects(data, "dataPoints")) yield read(point);
}

function temporalityIn(data: JsonObject): number {
  return countIn(data["aggregationTemporality"], "aggregationTemporality");
}

function distribution(point: JsonObject): Distribution {
  return {
    count: countIn(point["count"], "count"),
    sum: doubleIn(point["sum"], "sum"),
    min: doubleIn(point["min"], "min"),
    max: doubleIn(point["max"], "max"),
  };
}

function valueIn(from: JsonObject): number | null {
  return doubleIn(from["asDouble"], "asDouble") ?? integerIn(from["asInt"], "asInt");
}

function bucketsIn(value: unknown, name: string): OffsetBuckets {
  const { offset, bucketCounts } = objectIn(value, name);
  return {
    offset: countIn(offset, "offset"),
    counts: listIn(bucketCounts, "bucketCounts").map((count) => countIn(count, "bucketCounts")),
  };
}

/** In protobuf, a number that isn't there is 0. */
function countIn(value: unknown, name: string): number {
  return integerIn(value, name) ?? 0;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
