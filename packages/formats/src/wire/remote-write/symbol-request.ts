import { HeadroomError } from "@headroom/core";
import type { ProtoReader } from "../protobuf/proto-reader.ts";
import { tooMany } from "../series-limits.ts";
import { familyType } from "./metric-family.ts";
import type { SeriesHead, WriteDialect } from "./series-head.ts";

const SYMBOLS = 4;
const SERIES = 5;
const SERIES_1 = 1;
const METADATA_1 = 3;
const MAX_SYMBOLS = 1_000_000;

/** Remote write 2.0, `io.prometheus.write.v2.Request`: texts are in a table, series refer to them by number. */
export function symbolRequest(reader: ProtoReader): WriteDialect {
  const symbols: string[] = [];
  while (reader.next()) {
    if (reader.field === SERIES_1 || reader.field === METADATA_1) throw otherVersion();
    if (reader.field === SYMBOLS) symbols.push(reader.text());
    else reader.skip();
    if (symbols.length > MAX_SYMBOLS) throw tooMany(MAX_SYMBOLS, "symbols");
  }
  return {
    seriesField: SERIES,
    histogramField: 3,
    exemplarField: 4,
    families: new Map(),
    head: (series) => readHead(series, symbols),
    exemplarLabels: (exemplar, into) => readExemplarLabels(exemplar, symbols, into),
    // A number means another text in another body.
    labelsEnd: () => null,
  };
}

function readHead(reader: ProtoReader, symbols: readonly string[]): SeriesHead {
  const head: SeriesHead = { labels: [], family: null, createdMillis: 0, problem: null };
  const references: number[] = [];
  while (reader.next()) {
    if (reader.field === 1) reader.uints(references);
    else if (reader.field === 5) readMetadata(reader, symbols, head);
    else if (reader.field === 6) head.createdMillis = reader.int();
    else reader.skip();
  }
  if (references.length % 2 === 1) head.problem = "a label has no value";
  head.labels = references.map((reference) => textOf(reference, symbols, head));
  return head;
}

function readExemplarLabels(reader: ProtoReader, symbols: readonly string[], into: string[]): string | null {
  const references: number[] = [];
  reader.uints(references);
  const place: Place = { problem: null };
  for (const reference of references) into.push(textOf(reference, symbols, place));
  return place.problem;
}

function readMetadata(reader: ProtoReader, symbols: readonly string[], head: SeriesHead): void {
  let type = 0;
  let unit = 0;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) type = reader.uint();
    else if (reader.field === 4) unit = reader.uint();
    else reader.skip();
  }
  reader.leave(outer);
  head.family = { type: familyType(type), unit: unit === 0 ? null : textOf(unit, symbols, head) || null };
}

type Place = Pick<SeriesHead, "problem">;

function textOf(reference: number, symbols: readonly string[], place: Place): string {
  const text = symbols[reference];
  if (text !== undefined) return text;
  place.problem = `it refers to symbol ${reference}, but there are ${symbols.length}`;
  return "";
}

function otherVersion(): HeadroomError {
  return new HeadroomError("batch-unreadable", "The body is remote write 1.0, but was sent as 2.0.", {
    hint: "Send the Content-Type application/x-protobuf without a proto parameter, or with prometheus.WriteRequest.",
  });
}
