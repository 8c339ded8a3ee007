import { HeadroomError } from "@headroom/core";
import type { ProtoReader } from "../protobuf/proto-reader.ts";
import { tooMany } from "../series-limits.ts";
import { familyType } from "./metric-family.ts";
import type { MetricFamily } from "./metric-family.ts";
import type { SeriesHead, WriteDialect } from "./series-head.ts";

const SERIES = 1;
const METADATA = 3;
const LABEL = 1;
const SYMBOLS_2 = 4;
const SERIES_2 = 5;

/** Remote write 1.0, `prometheus.WriteRequest`: every series has its labels as text, metadata is sent apart. */
export function writeRequest(reader: ProtoReader, mostFamilies: number): WriteDialect {
  const families = new Map<string, MetricFamily>();
  while (reader.next()) {
    if (reader.field === SYMBOLS_2 || reader.field === SERIES_2) throw otherVersion();
    if (reader.field !== METADATA) {
      reader.skip();
      continue;
    }
    const family = readFamily(reader);
    families.set(family.name, family);
    if (families.size > mostFamilies) throw tooMany(mostFamilies, "metadata entries");
  }
  return {
    seriesField: SERIES,
    histogramField: 4,
    exemplarField: 3,
    families,
    head: readHead,
    exemplarLabels: readExemplarLabel,
    labelsEnd,
  };
}

/** Clients send the labels first. */
function labelsEnd(reader: ProtoReader): number | null {
  let end = reader.at;
  let hasValues = false;
  while (reader.next()) {
    const isLabel = reader.field === LABEL;
    if (isLabel && hasValues) return null;
    hasValues = !isLabel;
    reader.skip();
    if (isLabel) end = reader.at;
  }
  return end;
}

function readHead(reader: ProtoReader): SeriesHead {
  const labels: string[] = [];
  while (reader.next()) {
    if (reader.field === LABEL) readLabel(reader, labels);
    else reader.skip();
  }
  return { labels, family: null, createdMillis: 0, problem: null };
}

function readExemplarLabel(reader: ProtoReader, into: string[]): null {
  readLabel(reader, into);
  return null;
}

function readLabel(reader: ProtoReader, labels: string[]): void {
  let name = "";
  let value = "";
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) name = reader.text();
    else if (reader.field === 2) value = reader.text();
    else reader.skip();
  }
  reader.leave(outer);
  reader.limitList(labels.length);
  labels.push(name, value);
}

function readFamily(reader: ProtoReader): MetricFamily {
  const family: MetricFamily = { name: "", type: "unknown", unit: null };
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) family.type = familyType(reader.uint());
    else if (reader.field === 2) family.name = reader.text();
    else if (reader.field === 5) family.unit = reader.text() || null;
    else reader.skip();
  }
  reader.leave(outer);
  return family;
}

function otherVersion(): HeadroomError {
  return new HeadroomError("batch-unreadable", "The body is remote write 2.0, but was sent as 1.0.", {
    hint: "Send the Content-Type application/x-protobuf;proto=io.prometheus.write.v2.Request.",
  });
}
