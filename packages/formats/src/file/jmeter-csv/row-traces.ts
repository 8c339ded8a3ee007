import { readTraceId } from "@headroom/core";
import type { BatchedSink } from "../../text/batched-sink.ts";
import type { RecordFields } from "../../text/record.ts";
import type { Row } from "./row.ts";

/** The traces of the slowest requests. */
export class RowTraces {
  readonly #sink: BatchedSink;
  readonly #timeIsStart: boolean;

  constructor(sink: BatchedSink, timeIsStart: boolean) {
    this.#sink = sink;
    this.#timeIsStart = timeIsStart;
  }

  /** Whether the trace of a request that was just added is of use. */
  wants(label: number, row: Row): boolean {
    return this.#sink.wantsTrace(label, this.#endOf(row), 1_000 * row.elapsedMillis);
  }

  add(label: number, row: Row, fields: RecordFields, field: number): void {
    const traceId = readTraceId(fields.text(field));
    if (traceId !== null) this.#sink.traced(label, this.#endOf(row), 1_000 * row.elapsedMillis, traceId);
  }

  #endOf({ timeMicros, elapsedMillis }: Row): number {
    return timeMicros + (this.#timeIsStart ? 1_000 * elapsedMillis : 0);
  }
}
