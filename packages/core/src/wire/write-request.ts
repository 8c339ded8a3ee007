import { encodeSnappy } from "./encode-snappy.ts";
import { ProtoWriter } from "./proto-writer.ts";

/** One value of a series, as a client of Prometheus remote write 1.0 sends it. */
export interface WrittenSample {
  /** By name, as Prometheus sorts them; the metric is `__name__`. */
  labels: readonly (readonly [name: string, value: string])[];
  value: number;
  atMillis: number;
}

/** The headers of a body that `encodeWriteRequest` made. */
export const WRITE_REQUEST_HEADERS = {
  "content-type": "application/x-protobuf",
  "content-encoding": "snappy",
  "x-prometheus-remote-write-version": "0.1.0",
} as const;

/** Each sample as a series of its own, like Prometheus. */
export function encodeWriteRequest(samples: Iterable<WrittenSample>): Uint8Array {
  const body = new ProtoWriter();
  for (const sample of samples) writeSample(body, sample);
  return encodeSnappy(body.finish());
}

/** The value and its time are the last bytes: first eight of the value, then the field's key and the time. */
export function writeSample(body: ProtoWriter, { labels, value, atMillis }: WrittenSample): void {
  body.message(1, (series) => {
    for (const [name, text] of labels) series.message(1, (label) => label.text(1, name).text(2, text));
    series.message(2, (sample) => sample.double(1, value).int(2, atMillis));
  });
}
