import { quoted } from "../../findings.ts";
import type { LabelTable } from "../../text/label-table.ts";
import { hostOf } from "../../text/url-hosts.ts";
import { meaningOf, OTHER } from "./metrics.ts";
import { NO_NAME } from "./point.ts";
import type { Point } from "./point.ts";
import { failureReason } from "./requests.ts";
import type { TimeReader } from "./time-reader.ts";

export interface PointRefusal {
  column: string | null;
  reason: () => string;
}

type Json = Record<string, unknown>;

/** Reads any line of JSON. Answers why not where it cannot; a line that is no point leaves the meaning OTHER. */
export class CarefulPoint {
  readonly #point: Point;
  readonly #labels: LabelTable;
  readonly #times: TimeReader;

  constructor(point: Point, labels: LabelTable, times: TimeReader) {
    this.#point = point;
    this.#labels = labels;
    this.#times = times;
  }

  /** `line` is the text as JSON. */
  read(text: string, line: unknown): PointRefusal | null {
    this.#point.meaning = OTHER;
    if (!isObject(line)) return { column: null, reason: () => `is not a JSON object: ${quoted(text)}` };
    if (line["type"] === "Metric") return null;
    if (line["type"] !== "Point") return { column: "type", reason: () => `is neither "Point" nor "Metric"` };
    const metric = line["metric"];
    if (typeof metric !== "string") return { column: "metric", reason: () => "is not a string" };
    const data = line["data"];
    if (!isObject(data)) return { column: "data", reason: () => "is not an object" };
    const meaning = meaningOf(metric);
    if (meaning === OTHER) return null;
    const refusal = this.#readData(data);
    if (refusal === null) this.#point.meaning = meaning;
    return refusal;
  }

  #readData(data: Json): PointRefusal | null {
    const { time, value, tags, metadata } = data;
    const bytes = typeof time === "string" ? new TextEncoder().encode(time) : null;
    const completed = bytes === null ? Number.NaN : this.#times.read(bytes, 0, bytes.length);
    if (Number.isNaN(completed)) {
      return { column: "time", reason: () => `time is not an RFC 3339 time: ${quoted(String(time))}` };
    }
    if (typeof value !== "number") {
      return { column: "value", reason: () => `value is not a number: ${quoted(String(value))}` };
    }
    this.#point.completedMicros = completed;
    this.#point.value = value;
    this.#readTags(isObject(tags) ? tags : {});
    this.#point.readTrace = () => traceIn(tags) ?? traceIn(metadata);
    return null;
  }

  #readTags(tags: Json): void {
    const { name, url, status, expected_response: expected } = tags;
    const named = [name, url].find((label) => typeof label === "string" && label !== "");
    this.#point.label = this.#labels.findText(typeof named === "string" ? named : NO_NAME);
    this.#point.host = typeof url === "string" ? hostOf(url) : null;
    this.#point.status = typeof status === "string" && /^\d{1,4}$/.test(status) ? Number(status) : null;
    this.#point.expected = typeof expected === "string" ? expected === "true" : null;
  }
}

/** Why the request failed whose line this is, by its tags. */
export function reasonIn(text: string, isGrpc: boolean): string {
  const data = parsed(text)?.["data"];
  const tags = isObject(data) && isObject(data["tags"]) ? data["tags"] : {};
  const tag = (name: string) => (typeof tags[name] === "string" ? tags[name] : undefined);
  return failureReason({ status: tag("status"), error: tag("error"), errorCode: tag("error_code"), isGrpc });
}

/** k6 calls what it doesn't make series of "metadata". */
function traceIn(tags: unknown): string | null {
  const traceId = isObject(tags) ? tags["trace_id"] : null;
  return typeof traceId === "string" ? traceId : null;
}

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
