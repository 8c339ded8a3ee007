import type { RowRefusal } from "../../text/delimited.ts";
import { FNV_BASIS, hashStep } from "../../text/label-table.ts";
import type { LabelTable } from "../../text/label-table.ts";
import { UrlHosts } from "../../text/url-hosts.ts";
import { readMicros } from "../../text/micros.ts";
import { RecordFields } from "../../text/record.ts";
import { columnsRefusal } from "../../text/row-parser.ts";
import { latencyRefusal, timeRefusal } from "../../text/sample-bounds.ts";
import { NO_NAME } from "../k6-ndjson/point.ts";
import type { Point } from "../k6-ndjson/point.ts";
import { failureReason } from "../k6-ndjson/requests.ts";
import { TimeReader } from "../k6-ndjson/time-reader.ts";
import type { PointColumns } from "./columns.ts";

const TIME = 1;
const VALUE = 2;
const DASH = 45;
const YEAR_DIGITS = 4;

/** Reads the fields of one row into a point. */
export class PointFields {
  readonly #point: Point;
  readonly #labels: LabelTable;
  readonly #hosts = new UrlHosts();
  readonly #columns: PointColumns;
  readonly #times = new TimeReader();
  /** Of the last row. */
  #fields = new RecordFields();

  constructor(columns: PointColumns, point: Point, labels: LabelTable) {
    this.#columns = columns;
    this.#point = point;
    this.#labels = labels;
    point.readTrace = () => this.#trace();
  }

  /** Fills the point; answers why not if it cannot. */
  read(fields: RecordFields): RowRefusal | null {
    const wrongShape = this.shapeRefusal(fields);
    if (wrongShape !== null) return wrongShape;
    const point = this.#point;
    point.completedMicros = this.#time(fields.bytes, fields.from(TIME), fields.to(TIME));
    point.value = fields.number(VALUE);
    const refusal =
      timeRefusal(point.completedMicros, fields, TIME, "timestamp") ??
      latencyRefusal(point.value * 1_000, fields, VALUE, "metric_value");
    if (refusal !== null) return refusal;
    const { status, expected_response: expected } = this.#columns.tags;
    const code = status < 0 || fields.isEmpty(status) ? Number.NaN : fields.number(status);
    point.status = Number.isNaN(code) ? null : code;
    point.expected = expected < 0 || fields.isEmpty(expected) ? null : fields.is(expected, "true");
    point.label = this.#label(fields);
    const { url } = this.#columns.tags;
    this.#fields = fields;
    point.host = url < 0 ? null : this.#hosts.find(fields.bytes, fields.from(url), fields.to(url));
    return null;
  }

  /** Why a row is not one of this file, whatever its metric. */
  shapeRefusal(fields: RecordFields): RowRefusal | null {
    const wanted = this.#columns.count;
    return fields.count === wanted ? null : columnsRefusal(fields, wanted);
  }

  /** Why the request failed whose row this is. */
  reason(fields: RecordFields, isGrpc: boolean): string {
    const { status, error, error_code: errorCode } = this.#columns.tags;
    const tag = (column: number) => (column < 0 ? "" : fields.text(column));
    return failureReason({ status: tag(status), error: tag(error), errorCode: tag(errorCode), isGrpc });
  }

  /** Seconds, milli-, micro- or nanoseconds since the epoch, told by their digits; or a date with its zone. */
  #time(bytes: Uint8Array, from: number, to: number): number {
    if (bytes[from + YEAR_DIGITS] === DASH) return this.#times.read(bytes, from, to);
    const digits = to - from;
    const shift = digits < 12 ? 6 : digits < 15 ? 3 : digits < 18 ? 0 : -3;
    return readMicros(bytes, from, to, shift);
  }

  #trace(): string | null {
    const fields = this.#fields;
    const { tags, others } = this.#columns;
    if (tags.trace_id >= 0 && !fields.isEmpty(tags.trace_id)) return fields.text(tags.trace_id);
    for (const place of others) {
      if (fields.isEmpty(place)) continue;
      const found = /(?:^|&)trace_id=([^&]*)/.exec(fields.text(place))?.[1];
      if (found !== undefined) return found;
    }
    return null;
  }

  #label(fields: RecordFields): number {
    const { name, url } = this.#columns.tags;
    const column = name >= 0 && !fields.isEmpty(name) ? name : url;
    if (column < 0 || fields.isEmpty(column)) return this.#labels.findText(NO_NAME);
    const { bytes } = fields;
    const to = fields.to(column);
    let hash = FNV_BASIS;
    for (let at = fields.from(column); at < to; at++) hash = hashStep(hash, bytes[at] as number);
    return this.#labels.find(bytes, fields.from(column), to, hash);
  }
}
