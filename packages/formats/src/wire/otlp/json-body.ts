import { HeadroomError, isHeadroomError } from "@headroom/core";
import { limitJson } from "../../text/json-budget.ts";
import { scopeTags } from "./common-tags.ts";
import { attributesIn } from "./json-attributes.ts";
import { booleanIn, doubleIn, integerIn, listIn, microsIn, objectIn, textIn } from "./json-fields.ts";
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

/** A parsed body takes at most this much memory. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads an `ExportMetricsServiceRequest` in protobuf's JSON mapping. Unknown fields are ignored, as it demands. */
export function readJsonBody(body: Uint8Array, mostLength: number, visitor: OtlpVisitor): void {
  const reader = new JsonPoints(mostLength);
  for (const resourceMetrics of objects(parse(body), "resourceMetrics")) {
    const resource = objectIn(resourceMetrics["resource"], "resource");
    const resourceTags = attributesIn(resource["attributes"], mostLength);
    visitor.resource(resourceTags);
    for (const scopeMetrics of objects(resourceMetrics, "scopeMetrics")) {
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
        const name = textIn(metric["name"], "name");
        const data = reader.data(metric);
        if (data === null) visitor.unknown(name);
        else visitor.metric(common, { name, unit: textIn(metric["unit"], "unit") || null, data });
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
    if (isSet(gauge)) return { type: "gauge", points: points(gauge, (point) => this.#number(point)) };
    if (isSet(sum)) {
      const monotonic = booleanIn(objectIn(sum, "sum")["isMonotonic"], "isMonotonic");
      const read = points(sum, (point) => this.#number(point));
      return { type: "sum", temporality: temporalityIn(sum), monotonic, points: read };
    }
    if (isSet(histogram)) {
      const read = points(histogram, (point) => this.#histogram(point));
      return { type: "histogram", temporality: temporalityIn(histogram), points: read };
    }
    if (isSet(exponentialHistogram)) {
      const read = points(exponentialHistogram, (point) => this.#exponential(point));
      return { type: "exponential", temporality: temporalityIn(exponentialHistogram), points: read };
    }
    return isSet(summary)
      ? { type: "summary", points: points(summary, (point) => this.#summary(point)) }
      : null;
  }

  #point(point: JsonObject): OtlpPoint {
    return {
      attributes: attributesIn(point["attributes"], this.#mostLength),
      atMicros: microsIn(point["timeUnixNano"], "timeUnixNano"),
      startMicros: microsIn(point["startTimeUnixNano"], "startTimeUnixNano"),
      flags: integerIn(point["flags"], "flags") ?? 0,
      exemplars: objects(point, "exemplars").map((exemplar) => ({
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
      quantiles: objects(point, "quantileValues").map(({ quantile, value }) => [
        doubleIn(quantile, "quantile") ?? 0,
        doubleIn(value, "value") ?? 0,
      ]),
    };
  }
}

function parse(body: Uint8Array): JsonObject {
  try {
    const text = utf8.decode(body);
    limitJson(text, MAX_HELD_BYTES);
    return objectIn(JSON.parse(text), "the body");
  } catch (cause) {
    if (isHeadroomError(cause, "batch-unreadable")) throw cause;
    if (isHeadroomError(cause, "document-too-large")) {
      throw new HeadroomError("batch-too-large", "The JSON body contains too many values.", {
        cause,
        hint: "Send fewer points in one request, or use protobuf.",
      });
    }
    throw new HeadroomError("batch-unreadable", "The body is not valid UTF-8 JSON.", {
      cause,
      hint: "Check that the Content-Type matches what the client sends.",
    });
  }
}

function objects(from: JsonObject, name: string): JsonObject[] {
  return listIn(from[name], name).map((one) => objectIn(one, name));
}

function* points<Point>(data: unknown, read: (point: JsonObject) => Point): Generator<Point> {
  for (const point of listIn(objectIn(data, "data")["dataPoints"], "dataPoints")) {
    yield read(objectIn(point, "dataPoints"));
  }
}

function temporalityIn(data: unknown): number {
  return countIn(objectIn(data, "data")["aggregationTemporality"], "aggregationTemporality");
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
