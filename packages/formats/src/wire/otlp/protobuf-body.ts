import { ProtoReader } from "../protobuf/proto-reader.ts";
import type { Slices } from "../slices.ts";
import type { Tag } from "../tags.ts";
import { scopeTags } from "./common-tags.ts";
import type { OtlpData, OtlpPoint, OtlpVisitor } from "./otlp-metric.ts";
import { readAttribute } from "./protobuf-attributes.ts";
import {
  exponentialPoints,
  histogramPoints,
  numberPoints,
  readPoint,
  summaryPoints,
} from "./protobuf-points.ts";
import type { PointReader } from "./protobuf-points.ts";

/** Reads an `ExportMetricsServiceRequest`. */
export function readProtobufBody(body: Uint8Array, mostLength: number, visitor: OtlpVisitor): Slices<void> {
  return new ProtobufBody(body, mostLength, visitor).read();
}

/** Every message is read in two passes, because what its parts have in common may follow them. */
class ProtobufBody {
  readonly #reader: ProtoReader;
  readonly #mostLength: number;
  readonly #visitor: OtlpVisitor;

  constructor(body: Uint8Array, mostLength: number, visitor: OtlpVisitor) {
    this.#reader = new ProtoReader(body);
    this.#mostLength = mostLength;
    this.#visitor = visitor;
  }

  read(): Slices<void> {
    return this.#within(1, () => this.#readResourceMetrics());
  }

  *#readResourceMetrics(): Slices<void> {
    const start = this.#reader.at;
    const tags: Tag[] = [];
    this.#inside(1, () => this.#each(1, () => readAttribute(this.#reader, tags, this.#mostLength)));
    this.#visitor.resource(tags);
    this.#reader.at = start;
    yield* this.#within(2, () => this.#readScopeMetrics(tags));
  }

  *#readScopeMetrics(resource: readonly Tag[]): Slices<void> {
    const start = this.#reader.at;
    const attributes: Tag[] = [];
    const scope = { name: "", version: "", attributes };
    this.#inside(1, () => {
      const reader = this.#reader;
      while (reader.next()) {
        if (reader.field === 1) scope.name = reader.text();
        else if (reader.field === 2) scope.version = reader.text();
        else if (reader.field === 3) readAttribute(reader, attributes, this.#mostLength);
        else reader.skip();
      }
    });
    const common = [...resource, ...scopeTags(scope)];
    this.#reader.at = start;
    yield* this.#within(2, () => this.#readMetric(common));
  }

  *#readMetric(common: readonly Tag[]): Slices<void> {
    const reader = this.#reader;
    const begin = reader.at;
    let name = "";
    let unit: string | null = null;
    while (reader.next()) {
      if (reader.field === 1) name = reader.text();
      else if (reader.field === 3) unit = reader.text() || null;
      else reader.skip();
    }
    let known = false;
    reader.at = begin;
    while (reader.next()) {
      const start = DATA[reader.field];
      if (start === undefined) {
        reader.skip();
        continue;
      }
      known = true;
      const outer = reader.enter();
      yield* this.#visitor.metric(common, { name, unit, data: start(this.#dataHead()) });
      reader.leave(outer);
    }
    if (!known) this.#visitor.unknown(name);
  }

  #dataHead(): DataHead {
    const reader = this.#reader;
    const start = reader.at;
    const head = { temporality: 0, monotonic: false };
    while (reader.next()) {
      if (reader.field === 2) head.temporality = reader.uint();
      else if (reader.field === 3) head.monotonic = reader.uint() !== 0;
      else reader.skip();
    }
    reader.at = start;
    return { ...head, points: (pointReader) => this.#points(pointReader) };
  }

  *#points<Point extends OtlpPoint>(pointReader: PointReader<Point>): Generator<Point> {
    const reader = this.#reader;
    while (reader.next()) {
      if (reader.field === 1) yield readPoint(reader, pointReader, this.#mostLength);
      else reader.skip();
    }
  }

  /** As `#inside`, in slices. */
  *#within(field: number, read: () => Slices<void>): Slices<void> {
    const reader = this.#reader;
    while (reader.next()) {
      if (reader.field !== field) {
        reader.skip();
        continue;
      }
      const outer = reader.enter();
      yield* read();
      reader.leave(outer);
    }
  }

  /** Goes through the fields of the current message, and into those with this number. */
  #inside(field: number, read: () => void): void {
    this.#each(field, () => {
      const outer = this.#reader.enter();
      read();
      this.#reader.leave(outer);
    });
  }

  #each(field: number, read: () => void): void {
    while (this.#reader.next()) {
      if (this.#reader.field === field) read();
      else this.#reader.skip();
    }
  }
}

interface DataHead {
  temporality: number;
  monotonic: boolean;
  points: <Point extends OtlpPoint>(reader: PointReader<Point>) => Iterable<Point>;
}

const DATA: Readonly<Record<number, (head: DataHead) => OtlpData>> = {
  5: ({ points }) => ({ type: "gauge", points: points(numberPoints) }),
  7: ({ temporality, monotonic, points }) => ({
    type: "sum",
    temporality,
    monotonic,
    points: points(numberPoints),
  }),
  9: ({ temporality, points }) => ({ type: "histogram", temporality, points: points(histogramPoints) }),
  10: ({ temporality, points }) => ({ type: "exponential", temporality, points: points(exponentialPoints) }),
  11: ({ points }) => ({ type: "summary", points: points(summaryPoints) }),
};
