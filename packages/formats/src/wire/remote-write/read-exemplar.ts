import type { ProtoReader } from "../protobuf/proto-reader.ts";
import { traceIn } from "../exemplar.ts";
import type { WireExemplar } from "../exemplar.ts";
import type { WriteDialect } from "./series-head.ts";

/** Reads the exemplar that the current field holds, or answers why it can't be used. Both versions number its fields alike. */
export function readExemplar(
  reader: ProtoReader,
  { exemplarLabels }: Pick<WriteDialect, "exemplarLabels">,
): WireExemplar | string {
  const labels: string[] = [];
  let [problem, value, millis]: [string | null, number, number] = [null, 0, 0];
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) problem ??= exemplarLabels(reader, labels);
    else if (reader.field === 2) value = reader.double();
    else if (reader.field === 3) millis = reader.int();
    else reader.skip();
  }
  reader.leave(outer);
  return problem ?? { traceId: traceIn(labels), value, atMicros: millis * 1_000 };
}
