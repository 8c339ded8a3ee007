export * from "./choose-format.ts";
export * from "./upload-parse.ts";
export * from "./file/generic-summary/shape.ts";
export * from "./mapping-detection.ts";
export * from "./mapping.ts";
export * from "./parser.ts";
export * from "./peek-first-start.ts";
export * from "./registry.ts";
export { openGauges, type GaugeOptions, type GaugeParser } from "./gauges/index.ts";
export { refuseUnused, requireZone } from "./file-parameters.ts";
export { parseJson } from "./text/document.ts";
export type {
  BucketCounts,
  ExponentialValue,
  HistogramValue,
  MetricKind,
  MetricSeries,
  MetricSink,
  MetricTime,
  Temporality,
} from "./wire/metric-sink.ts";
export { ProtoWriter } from "./wire/protobuf/proto-writer.ts";
export { ClassicHistograms } from "./wire/remote-write/classic-histograms.ts";
export { classicPart } from "./wire/remote-write/classic-part.ts";
export { classicValue } from "./wire/remote-write/classic-value.ts";
export { decodeRemoteWrite } from "./wire/remote-write/decode-remote-write.ts";
export { decodeSnappy } from "./wire/snappy/decode-snappy.ts";
export { encodeSnappy } from "./wire/snappy/encode-snappy.ts";
export { decodeInflux } from "./wire/influx/decode-influx.ts";
export { isInfluxPrecision } from "./wire/influx/line-time.ts";
export { decodeOtlp } from "./wire/otlp/decode-otlp.ts";
export { otlpAnswer, otlpFailure } from "./wire/otlp/otlp-answer.ts";
