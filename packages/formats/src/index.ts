export * from "./choose-format.ts";
export * from "./upload-parse.ts";
export * from "./file/generic-summary/shape.ts";
export * from "./mapping-detection.ts";
export * from "./mapping.ts";
export * from "./parser.ts";
export * from "./peek-first-start.ts";
export * from "./registry.ts";
export { readTable, suggestMapping } from "./suggest-mapping.ts";
export { openGauges, type GaugeOptions, type GaugeParser } from "./gauges/index.ts";
export { refuseUnused, requireZone } from "./file-parameters.ts";
export { parseJson } from "./text/document.ts";
export {
  decodeRemoteWrite,
  remoteWriteSlices,
  type RemoteWriteResult,
} from "./wire/remote-write/decode-remote-write.ts";
export type { Slices } from "./wire/slices.ts";
export { decodeSnappy } from "./wire/snappy/decode-snappy.ts";
export { decodeInflux, influxSlices } from "./wire/influx/decode-influx.ts";
export { KnownLines } from "./wire/influx/known-lines.ts";
export { isInfluxPrecision } from "./wire/influx/line-time.ts";
export { otlpSlices, type OtlpEncoding } from "./wire/otlp/decode-otlp.ts";
export { otlpAnswer, otlpFailure } from "./wire/otlp/otlp-answer.ts";
export { KnownLabels } from "./wire/remote-write/known-labels.ts";
