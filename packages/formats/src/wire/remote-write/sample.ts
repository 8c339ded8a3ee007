import type { ProtoReader } from "../protobuf/proto-reader.ts";
import { isStaleMarker } from "./stale-marker.ts";

export interface Sample {
  value: number;
  /** The value isn't one: it ends the series. */
  stale: boolean;
  timestampMillis: number;
  /** 0: it doesn't say. */
  startMillis: number;
}

/** Reads the sample that the current field holds. */
export function readSample(reader: ProtoReader): Sample {
  const sample: Sample = { value: 0, stale: false, timestampMillis: 0, startMillis: 0 };
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) {
      sample.value = reader.double();
      sample.stale = Number.isNaN(sample.value) && isStaleMarker(reader);
    } else if (reader.field === 2) sample.timestampMillis = reader.int();
    else if (reader.field === 3) sample.startMillis = reader.int();
    else reader.skip();
  }
  reader.leave(outer);
  return sample;
}
