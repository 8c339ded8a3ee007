import type { ProtoReader } from "../protobuf/proto-reader.ts";

const STALE_HIGH = 0x7ff00000;
const STALE_LOW = 2;

/** Whether the NaN that the reader just read is the one that ends a series. */
export function isStaleMarker(reader: ProtoReader): boolean {
  return reader.high === STALE_HIGH && reader.low === STALE_LOW;
}
